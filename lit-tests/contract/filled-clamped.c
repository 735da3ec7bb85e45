// What an array is filled with does not matter if loops write again all that is read, rows that end at the border
// included.
//
// RUN: %clang_fuse -O2 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -O2 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit' %s -O1 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=early' %s -O3 -ffp-contract=off

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KERNEL(name, first, columns, condition, above, below) \
  __attribute__((noinline)) static void name(const float *restrict in, float *restrict out, int w, int h) { \
    size_t bytes = sizeof(float) * ((size_t)w * (h + 1) + 1); \
    float *t = malloc(bytes); \
    memset(t, 0, bytes); \
    for (int y = first; y < h; y++) \
      for (int x = 0; x < columns; x++) \
        if (condition) t[y * w + x] = in[y * w + x] * 2; \
    for (int y = 0; y < h; y++) \
      for (int x = 0; x < w; x++) { \
        int a = above, b = below; \
        out[y * w + x] = t[a * w + x] + t[y * w + x] + 3 * t[b * w + x]; \
      } \
    free(t); \
  }

#define ABOVE (y > 0 ? y - 1 : 0)
#define BELOW (y + 1 < h ? y + 1 : h - 1)

// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} is not filled any more
KERNEL(all, 0, w, 1, ABOVE, BELOW)
// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} is not filled any more
KERNEL(wide, 0, w, 1, (y > 2 ? y - 3 : 0), (y + 2 < h ? y + 2 : h - 1))
// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} is kept: it is filled before
KERNEL(without_first_row, 1, w, 1, ABOVE, BELOW)
// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} is kept: it is filled before
KERNEL(without_last_column, 0, w - 1, 1, ABOVE, BELOW)
// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} is kept: it is filled before
KERNEL(perhaps, 0, w, in[y * w + x] > 2, ABOVE, BELOW)
// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} is kept: it is filled before
KERNEL(one_row_more, 0, w, 1, ABOVE, (y + 1 < h ? y + 1 : h))

int main(void) {
  enum { N = 40 * 24 + 40 };
  static float in[N], out[N];
  for (int i = 0; i < N; i++) in[i] = (float)(i * 31 % 17);
  for (int h = 0; h <= 24; h += h < 5 ? 1 : 19)
    for (int w = 0; w <= 40; w = w < 6 ? w + 1 : w + 17) {
      void (*kernels[])(const float *, float *, int, int) = {
          all, wide, without_first_row, without_last_column, perhaps, one_row_more};
      for (int k = 0; k < 6; k++) {
        for (int i = 0; i < N; i++) out[i] = (float)(i % 7);
        for (int i = 0; i < 8; i++) { // leaves numbers behind where the next one allocates
          float *old = malloc(sizeof(float) * (w * (h + 1) + 1));
          for (int j = 0; j <= w * (h + 1); j++) old[j] = 99;
          __asm__ volatile("" ::"r"(old) : "memory");
          free(old);
        }
        kernels[k](in, out, w, h);
        float sum = 0;
        for (int i = 0; i < N; i++) sum = 0.9f * sum + out[i];
        printf("%d %d %d %a\n", k, w, h, sum);
      }
    }
}
