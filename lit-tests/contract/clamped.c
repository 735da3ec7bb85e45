// Rows that end at the border are folded as others are: what a load may touch stays within its row.
//
// RUN: %clang_fuse -O2 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -O2 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit' %s -O1 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=early' %s -O3 -ffp-contract=off

#include <stdio.h>
#include <stdlib.h>

#define KERNEL(name, right, more) \
  __attribute__((noinline)) static void name(const float *restrict in, float *restrict out, int w, int h) { \
    float *t = malloc(sizeof(float) * (w * h + more)); \
    if (more) t[w * h] = 5; \
    for (int y = 0; y < h; y++) \
      for (int x = 0; x < w; x++) t[y * w + x] = in[y * w + x] * 2; \
    for (int y = 0; y < h; y++) \
      for (int x = 0; x < w; x++) { \
        int l = x > 0 ? x - 1 : 0, r = right; \
        out[y * w + x] = t[y * w + l] + 3 * t[y * w + r]; \
      } \
    free(t); \
  }

// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} folded onto 1 row(s)
KERNEL(minimum, x + 1 < w ? x + 1 : w - 1, 0)
// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} folded onto 1 row(s)
KERNEL(condition, x < w - 1 ? x + 1 : w - 1, 0)
// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} folded onto 1 row(s)
KERNEL(repeated, x == w - 1 ? x : x + 1, 0)
// The last one reads the next row.
// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} is kept:
KERNEL(beyond, x < w ? x + 1 : w, 1)

int main(void) {
  enum { N = 40 * 24 + 40 };
  static float in[N], out[N];
  for (int i = 0; i < N; i++) in[i] = (float)(i * 31 % 17);
  for (int h = 0; h <= 24; h += h < 5 ? 1 : 19)
    for (int w = 0; w <= 40; w = w < 6 ? w + 1 : w + 17) {
      void (*all[])(const float *, float *, int, int) = {minimum, condition, repeated, beyond};
      for (int k = 0; k < 4; k++) {
        for (int i = 0; i < N; i++) out[i] = (float)(i % 7);
        all[k](in, out, w, h);
        float sum = 0;
        for (int i = 0; i < N; i++) sum = 0.9f * sum + out[i];
        printf("%d %d %d %a\n", k, w, h, sum);
      }
    }
}
