// Planes some sizes behind each other, as people write them. LLVM makes `w * (h + y)` of `w * h + y * w`, and does not say
// that it does not overflow: a check does, by the sizes.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s --check-prefixes=CHECK,NSW
// RUN: %clang_fuse -O2 -g -fwrapv -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused --options='check-work=192;place=early' %s
// RUN: %run_both --fused --options='check-work=192;no-profit' %s -fwrapv -DWRAPS | FileCheck %s --check-prefix=WRAPS
// WRAPS: fused in steps
#include <stdio.h>
#include <stdlib.h>
#define FUNCTION __attribute__((noinline)) void

// NSW-DAG: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+11]], {{.*}}; where the sizes of p keep rows apart
// NSW-DAG: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+11]], trip count
// NSW-DAG: array p of {{.*}} bytes is allocated only where the original loops run
FUNCTION three(const float *in, float *out, int w, int h) {
  float *p = malloc(sizeof(float) * 3 * w * h);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      p[y * w + x] = in[y * w + x] * 2;
      p[w * h + y * w + x] = in[y * w + x] + 1;
      p[2 * w * h + y * w + x] = in[y * w + x] - 3;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = p[y * w + x] * p[w * h + y * w + x] + p[2 * w * h + y * w + x];
  free(p);
}

// Planes that the caller has.
// NSW-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+7]], {{.*}}behind a run-time check
FUNCTION given(float *image, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      image[2 * w * h + y * w + x] = image[y * w + x] * 2;
      image[3 * w * h + y * w + x] = image[w * h + y * w + x] + 1;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      image[4 * w * h + y * w + x] = image[2 * w * h + y * w + x] - image[3 * w * h + y * w + x];
}

// How far planes are apart is any number: four times a large one wraps around to nothing, by -fwrapv.
FUNCTION steps(float *restrict p, float *restrict out, int step, int w, int h) {
  if (step < 0)
    return;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      p[4 * step + y * w + x] = y + p[y * w + x];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = p[4 * step + y * w + x] + p[y * w + x];
}

// Rows of a pitch of their own: a check asks that they are at least as far apart as they are long, and then planes are apart, too.
// NSW-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+5]], trip count h; where the sizes of p keep rows apart
FUNCTION pitched(float *p, int w, int h, int pitch) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      p[(h + y) * pitch + x] = p[y * pitch + x] * 2;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      p[(2 * h + y) * pitch + x] = p[(h + y) * pitch + x] + 1;
}

// The second plane begins in the last row of the first one, which is written before it is read there.
// NSW-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+5]] not fused
FUNCTION overlapping(float *p, int w, int h, int pitch) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      p[y * pitch + x] = p[(h - 1 + y) * pitch + x] * 2;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      p[(h - 1 + y) * pitch + x] = p[y * pitch + x] + 1;
}

// Every second row of one plane is one of the other: no size is large enough.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+5]] not fused
FUNCTION mixed(float *restrict p, float *restrict out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      p[w * h + y * w + x] = p[y * w + x] + 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = p[w * h + 2 * y * w + x];
}

enum { MOST = 4000 };
static float in[MOST], out[MOST], image[8 * MOST];
static void show(const char *what, const float *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.999 + a[i];
  printf("%s %a\n", what, sum);
}

int main(void) {
  for (int i = 0; i < MOST; i++)
    in[i] = i * 7919 % 1009;
  for (int h = 0; h <= 60; h += 1 + h / 4)
    for (int w = 0; w <= 60; w += 1 + w / 3) {
      for (int i = 0; i < MOST; i++)
        out[i] = i % 13;
      for (int i = 0; i < 8 * MOST; i++)
        image[i] = i % 101;
      three(in, out, w, h), show("three", out, MOST);
      three(in, in, w, h), show("three in place", in, MOST);
      given(image, w, h), show("given", image, 8 * MOST);
      mixed(image, out, w, h), show("mixed", out, MOST);
      int pitches[] = {w, w + 3, w - 1, w / 2, 0, -w, -w - 2};
      for (int k = 0; k < 7; k++) {
        pitched(image + 4 * MOST, w, h, pitches[k]), show("pitched", image, 8 * MOST);
        overlapping(image + 4 * MOST, w, h, pitches[k]), show("overlapping", image, 8 * MOST);
      }
      int all[] = {
          w, w * h / 4 + 1, 0,
#ifdef WRAPS
          1 << 30, (1 << 30) + 1, (1 << 30) - 1, (1 << 30) - w,
#endif
      };
      for (int k = 0; k < (int)(sizeof all / sizeof *all); k++)
        steps(image + 300, out, all[k], w, h), show("steps", image, 8 * MOST), show("out", out, MOST);
    }
}
