// Colour planes of one allocation, by products of ints: told apart by proof, over whole nests and within a row, with
// no check. A loop over the planes is unrolled where it lies between other nests.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=192;place=early' %s -O3
// RUN: %run_both --fused --options='check-work=192;place=late' %s
#include <stdio.h>
#include <stdlib.h>
#define FUNCTION __attribute__((noinline)) void
#define P(c, y, x) planes[(c) * size + (y) * w + (x)]

// CHECK-DAG: fused loop at line [[#@LINE+6]] with loop at line [[#@LINE+8]], trip count (h - 4) [
// CHECK-DAG: fused loop at line [[#@LINE+6]] with loop at line [[#@LINE+8]], trip count (w - 4)
// CHECK-DAG: array planes of {{.*}} is not written here any more
FUNCTION two(const float *p, float *out, int h, int w) {
  int size = h * w;
  float *planes = malloc(3 * size * sizeof *planes);
  for (int y = 2; y < h - 2; y++)
    for (int x = 2; x < w - 2; x++) P(0, y, x) = p[y * w + x] * 2;
  for (int y = 2; y < h - 2; y++)
    for (int x = 2; x < w - 2; x++) P(1, y, x) = p[y * w + x] * 3;
  for (int y = 2; y < h - 2; y++)
    for (int x = 2; x < w - 2; x++) out[y * w + x] = P(0, y, x) + P(1, y, x);
  free(planes);
}

// CHECK-DAG: fused loop at line [[#@LINE+8]] with loop at line [[#@LINE+12]], trip count (h - 2); the first 2 iteration(s) of the first loop run before
// CHECK-DAG: fused loop at line [[#@LINE+7]] with loop at line [[#@LINE+11]], trip count (h - 4)
// CHECK-DAG: fused loop at line [[#@LINE+6]] with loop at line [[#@LINE+13]], trip count (h - 4)
#define Q(c, y, x) smooth[(c) * size + (y) * w + (x)]
FUNCTION blur(const float *p, float *out, int h, int w) {
  int size = h * w;
  float *planes = malloc(3 * size * sizeof *planes);
  float *smooth = malloc(3 * size * sizeof *planes);
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      P(0, y, x) = p[y * w + x] * 2, P(1, y, x) = p[y * w + x] * 3, P(2, y, x) = p[y * w + x] * 4;
  for (int c = 0; c < 3; c++)
    for (int y = 2; y < h - 2; y++)
      for (int x = 2; x < w - 2; x++)
        Q(c, y, x) = P(c, y - 1, x) + P(c, y + 1, x) + P(c, y, x - 1) + P(c, y, x + 1);
  for (int y = 2; y < h - 2; y++)
    for (int x = 2; x < w - 2; x++) out[y * w + x] = Q(0, y, x) + Q(1, y, x) * Q(2, y, x);
  free(planes);
  free(smooth);
}

// A row behind the last one of a plane is one of the next plane, written in the next iteration.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], {{.*}}the first 1 iteration(s) of the first loop run before
FUNCTION too_far(const float *restrict p, float *restrict planes, float *restrict out, int h, int w) {
  int size = h * w;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) P(1, y, x) = p[y * w + x] * 2;
  for (int y = 0; y < h - 1; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = P(0, h + y + 1, x) + 1;
}

// Numbers that may wrap around say nothing, unless sizes are known to be small: that is left to a check.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], trip count h; behind a run-time check of 4 pair(s) of pointers; where the sizes of planes keep rows apart
FUNCTION wrapping(const unsigned *p, unsigned *planes, unsigned h, unsigned w, unsigned size) {
  if (h > 1000 || w > 1000) return;
  for (unsigned y = 0; y < h; y++)
    for (unsigned x = 0; x < w; x++) P(1, y, x) = p[y * w + x] * 2;
  for (unsigned y = 0; y < h; y++)
    for (unsigned x = 0; x < w; x++) P(2, y, x) = P(0, y, x) + P(1, y, x);
}

static float in[3600], out[16000];
static unsigned from[3600], numbers[16000];
static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < 16000; i++) sum = sum * 0.999 + out[i] + numbers[i] % 1009;
  printf("%s %a\n", what, sum);
}
int main(void) {
  for (int h = 0; h <= 60; h += 1 + h / 4)
    for (int w = 0; w <= 60; w += 1 + w / 3) {
      for (int i = 0; i < 3600; i++) in[i] = i * 7919 % 1009, from[i] = (unsigned)i * 7919u % 1009u;
      for (int i = 0; i < 16000; i++) out[i] = i % 13, numbers[i] = (unsigned)i % 17u;
      two(in, out, h, w), show("two");
      two(in, in, h, w), show("two in place");
      blur(in, out, h, w), show("blur");
      too_far(in, out, out + 8000, h, w), show("too far");
      unsigned sizes[] = {(unsigned)(h * w), 0, 1, (unsigned)w, -1u + (unsigned)(h * w)};
      for (int i = 0; i < 4; i++) wrapping(from, numbers, (unsigned)h, (unsigned)w, sizes[i]), show("wrapping");
      // Nothing runs: planes may be anywhere.
      wrapping(from, numbers, 0, (unsigned)w, 0x80000000u), show("wrapping around");
    }
}
