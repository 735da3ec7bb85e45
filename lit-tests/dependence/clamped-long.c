// Subscripts of 64 bits at borders: nobody knows that they do not wrap around once LLVM has taken them apart, so that a check
// asks for sizes below a limit.
//
// RUN: %clang_fuse -O2 -g -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -O2 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=early' %s -O1 -ffp-contract=off
// RUN: %run_both '--options=no-profit;place=late' %s -O3 -ffp-contract=off

#include <stdio.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

// CHECK-DAG: [[#@LINE+2]]:3: remark: fused loop {{.*}} behind a run-time check of 3 pair(s) of pointers; where the sizes of t keep rows apart
__attribute__((noinline)) static void columns(const float *in, float *t, float *out, long w, long h) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) t[y * w + x] = in[y * w + x] * 2 + y;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) out[y * w + x] = t[y * w + MAX(x - 1, 0)] + 3 * t[y * w + MIN(x + 1, w - 1)];
}

// CHECK-DAG: [[#@LINE+2]]:3: remark: fused loop {{.*}}; the first 1 iteration(s) of the first loop run before; {{.*}} behind a run-time check of 3 pair(s) of pointers; where the sizes of t keep rows apart
__attribute__((noinline)) static void rows(const float *in, float *t, float *out, long w, long h) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) t[y * w + x] = in[y * w + x] * 2 + y;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) out[y * w + x] = t[MAX(y - 1, 0) * w + x] + 3 * t[MIN(y + 1, h - 1) * w + x];
}

// No row is near to the last but one.
// CHECK-DAG: [[#@LINE+2]]:3: remark: loop {{.*}} not fused
__attribute__((noinline)) static void last(const float *in, float *t, float *out, long w, long h) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) t[y * w + x] = in[y * w + x] * 2 + y;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) out[y * w + x] = t[MAX(y, h - 2) * w + x] + t[y * w + x];
}

int main(void) {
  enum { N = 40 * 24 + 40 };
  static float in[N], t[2 * N], out[N];
  void (*all[])(const float *, float *, float *, long, long) = {columns, rows, last};
  for (int i = 0; i < N; i++) in[i] = (float)(i * 31 % 17);
  for (int k = 0; k < 3; k++)
    for (long h = 0; h <= 24; h += h < 5 ? 1 : 19)
      for (long w = -1; w <= 40; w = w < 6 ? w + 1 : w + 17)
        // Apart, and some rows or elements apart.
        for (int by = 0; by < 3; by++) {
          for (int i = 0; i < N; i++) t[i] = t[N + i] = out[i] = (float)(i % 7);
          float *const to = by == 0 ? out : by == 1 ? t + 2 : t + w + 1;
          all[k](in, t, to, w, h);
          float sum = 0;
          for (int i = 0; i < N; i++) sum = 0.9f * sum + out[i] + t[i];
          printf("%d %ld %ld %d %a\n", k, w, h, by, sum);
        }
}
