// Rows of many arrays: those that the stages of a nest hand on to each other are in the cache, and do not count;
// those that the caller sees do.
//
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass-missed=loop-fuse 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: %run_both --fused %s

#include <stdio.h>
#include <stdlib.h>

// CHECK-COUNT-7: rows-of-many.c:[[#@LINE+11]]:5: remark: fused loop
// MISSED-NOT: rows-of-many.c:[[#@LINE+10]]:5: {{.*}} the fused loop
__attribute__((noinline)) void own(const float *restrict in, const float *restrict more, float *restrict a, int h,
                                   int w) {
  float *p0 = malloc(sizeof *p0 * h * w);
  float *p1 = malloc(sizeof *p1 * h * w);
  float *p2 = malloc(sizeof *p2 * h * w);
  float *p3 = malloc(sizeof *p3 * h * w);
  float *p4 = malloc(sizeof *p4 * h * w);
  float *p5 = malloc(sizeof *p5 * h * w);
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) p0[i * w + j] = in[i * w + j] * 2 + 0;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) p1[i * w + j] = in[i * w + j] * 3 + 1;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) p2[i * w + j] = in[i * w + j] * 4 + 2;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) p3[i * w + j] = in[i * w + j] * 5 + 3;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) p4[i * w + j] = in[i * w + j] * 6 + 4;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) p5[i * w + j] = more[i * w + j] * in[i * w + j] + 5;
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < w; j++)
      a[i * w + j] = p0[(i - 1) * w + j] * p0[(i + 1) * w + j] + p1[(i - 1) * w + j] * p1[(i + 1) * w + j] + p2[(i - 1) * w + j] * p2[(i + 1) * w + j];
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < w; j++)
      a[i * w + j] -= p3[(i - 1) * w + j] * p3[(i + 1) * w + j] + p4[(i - 1) * w + j] * p4[(i + 1) * w + j] + p5[(i - 1) * w + j] * p5[(i + 1) * w + j];
  free(p0), free(p1), free(p2), free(p3), free(p4), free(p5);
}

// MISSED: rows-of-many.c:[[#@LINE+4]]:5: {{.*}} not fused: the fused loop would walk through 9 arrays
__attribute__((noinline)) void seen(const float *restrict in, float *restrict a, const float *restrict more, int h, int w,
                                    float *restrict p0, float *restrict p1, float *restrict p2, float *restrict p3, float *restrict p4, float *restrict p5) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) a[i * w + j] = in[i * w + j] * p0[i * w + j] + p1[i * w + j] * p2[i * w + j];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) a[i * w + j] -= more[i * w + j] * p3[i * w + j] + p4[i * w + j] * p5[i * w + j];
}

int main(void) {
  enum { H = 9, W = 21, N = H * W };
  static float in[N], out[4][N], p[6][N];
  for (int i = 0; i < N; i++) in[i] = i % 13, out[1][i] = i % 5;
  own(in, out[1], out[0], H, W);
  for (int i = 0; i < 6 * N; i++) p[i / N][i % N] = i % 11;
  seen(in, out[2], out[1], H, W, p[0], p[1], p[2], p[3], p[4], p[5]);
  float sum = 0;
  for (int i = 0; i < 4 * N; i++) sum += (i % 7 + 1) * out[i / N][i % N];
  printf("%.0f\n", sum);
  return 0;
}
