// Two ways to compute one address are one once loops are fused: what is stored for nothing goes, as does the load of it.
//
// RUN: %clang_fuse -O2 -fno-vectorize -fno-unroll-loops -S -emit-llvm %s -o - -mllvm -loop-fuse-options=no-profit | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3

#include <stdio.h>

// Zeros, then sums: of an element of t there is one store, and no load but that of the row above.
// CHECK-LABEL: define {{.*}}@sums
// CHECK: [[BODY:[0-9]+]]: ; preds = %[[BODY]],
// CHECK-COUNT-2: load double
// CHECK-NOT: load double
// CHECK: br i1 {{.*}}, label %[[BODY]], !llvm.loop
__attribute__((noinline)) void sums(const double *restrict in, double *restrict t, double *restrict out, long h, long w) {
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++) t[i * w + j] = 0;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++) t[i * w + j] += in[i * w + j];
  for (long i = 1; i < h; i++)
    for (long j = 0; j < w; j++) out[i * w + j] = t[i * w + j] + t[(i - 1) * w + j];
}

#pragma clang optimize off
int main(void) {
  static double in[600], t[600], out[600];
  for (int h = 0; h < 9; h++)
    for (int w = 0; w < 9; w++) {
      for (int i = 0; i < 600; i++) in[i] = i * 31 % 17, t[i] = out[i] = 7;
      sums(in, t, out, h, w);
      double sum = 0;
      for (int i = 0; i < 600; i++) sum = sum * 0.99 + t[i] + 2 * out[i];
      printf("%d %d %a\n", h, w, sum);
    }
}
