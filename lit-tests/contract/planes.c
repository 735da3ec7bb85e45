// Planes of one allocation, each folded onto rows of its own; and what keeps them from that: a plane that reaches into
// the next one, one that is read elsewhere, and sizes of which nobody knows that they do not wrap around.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=192;place=early' %s -O3
// RUN: %run_both --options='place=late' %s
#include <stdio.h>
#include <stdlib.h>
#define FUNCTION __attribute__((noinline)) void
#define P(c, y, x) planes[(c) * size + (y) * w + (x)]

// CHECK: array planes of {{.*}} folded onto 4 row(s) of 4 * w bytes
// CHECK: array planes of {{.*}} folded onto 4 row(s) of 4 * w bytes
// CHECK: array planes of {{.*}} folded onto 4 row(s) of 4 * w bytes
FUNCTION blur(const float *in, float *out, int h, int w) {
  int size = h * w;
  float *planes = malloc(3 * size * sizeof *planes);
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      P(0, y, x) = in[y * w + x] * 2, P(1, y, x) = in[y * w + x] + 1, P(2, y, x) = in[y * w + x + 1];
  for (int c = 0; c < 3; c++)
    for (int y = 2; y < h - 2; y++)
      for (int x = 2; x < w - 2; x++)
        out[c * size + y * w + x] = P(c, y - 1, x) + P(c, y + 1, x) + P(c, y, x - 1) * P(c, y, x + 1);
  free(planes);
}

// The row behind the last one of plane 0 is the first one of plane 1. It is read in the last iteration, which runs afterwards: so
// plane 0 is folded, and plane 1 is not.
// CHECK: array planes of 4 * 2 * h * w bytes folded onto 4 row(s) of 4 * w bytes
// CHECK-NOT: folded onto
FUNCTION into_the_next(const float *in, float *out, int h, int w) {
  int size = h * w;
  float *planes = malloc(2 * size * sizeof *planes);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) P(0, y, x) = in[y * w + x] * 2, P(1, y, x) = in[y * w + x] + 1;
  for (int y = 1; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = P(0, y - 1, x) + P(0, y + 1, x) + P(1, y, x);
  free(planes);
}

// The planes overlap by a row.
FUNCTION overlapping(const float *in, float *out, int h, int w) {
  int size = (h - 1) * w;
  float *planes = malloc((2 * size + w) * sizeof *planes);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) P(0, y, x) = in[y * w + x] * 2;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) P(1, y, x) = in[y * w + x] + 1;
  for (int y = 1; y < h - 1; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = P(0, y - 1, x) + P(0, y + 1, x) + P(1, y, x);
  free(planes);
}

// Plane 1 is read again, plane 0 is not.
FUNCTION read_elsewhere(const float *restrict in, float *restrict out, int h, int w) {
  int size = h * w;
  float *planes = malloc(2 * size * sizeof *planes);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) P(0, y, x) = in[y * w + x] * 2, P(1, y, x) = in[y * w + x] + 1;
  for (int y = 1; y < h - 1; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = P(0, y - 1, x) + P(0, y + 1, x) + P(1, y, x);
  for (int i = 0; i < size; i++) out[i] += P(1, 0, size - 1 - i);
  free(planes);
}

// What is read was written by the step before.
FUNCTION from_before(const float *in, float *out, int h, int w) {
  int size = h * w;
  float *planes = calloc(2 * size + 1, sizeof *planes);
  for (int t = 0; t < 3; t++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) P(0, y, x) = in[y * w + x] * 2 + P(1, y, x);
    for (int y = 1; y < h - 1; y++)
      for (int x = 0; x < w; x++) P(1, y, x) = P(0, y - 1, x) + P(0, y + 1, x);
  }
  for (int i = 0; i < size; i++) out[i] = P(1, 0, i);
  free(planes);
}

static float in[2600], out[8000];
static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < 8000; i++) sum = sum * 0.999 + out[i], out[i] = i % 7;
  printf("%s %a\n", what, sum);
}
int main(void) {
  for (int i = 0; i < 2600; i++) in[i] = i * 7919 % 101;
  for (int h = 0; h <= 50; h += 1 + h / 3)
    for (int w = 0; w <= 50; w += 1 + w / 3) {
      blur(in, out, h, w), show("blur");
      blur(out, out + 3, h, w), show("blur what overlaps");
      if (h && w) {
        into_the_next(in, out, h, w), show("into the next");
        overlapping(in, out, h, w), show("overlapping");
        read_elsewhere(in, out, h, w), show("read elsewhere");
        from_before(in, out, h, w), show("from before");
      }
    }
}
