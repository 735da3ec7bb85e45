// Iterations of inner loops that do not meet in memory are said to be parallel, where the vectoriser would compare
// pointers for it: rows of a variable number of elements, folded or not.
//
// RUN: %clang_fuse -O2 -S -emit-llvm %s -o - -mllvm -loop-fuse-options='no-profit' | FileCheck %s
// RUN: %clang_fuse -O2 -S -emit-llvm %s -o - -mllvm -loop-fuse-options='no-contract' | FileCheck %s --check-prefix=OFF
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-vectorize -mllvm -loop-fuse-options='no-profit' 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
// OFF-NOT: llvm.loop.parallel_accesses

#include <stdio.h>
#include <stdlib.h>

// The temporary is folded: which of its rows is where is known at run time only.
// CHECK-LABEL: define{{.*}} @folded(
// CHECK: load <4 x float>, {{.*}} !llvm.access.group
// VECTOR-COUNT-2: parallel.c:[[#@LINE+5]]:5: remark: vectorized loop
__attribute__((noinline)) void folded(const float *restrict in, float *restrict out, long h, long w) {
  float *x = malloc(h * w * sizeof *x);
  if (!x) return;
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++) x[i * w + j] = in[i * w + j] * 3;
  for (long i = 1; i < h - 1; i++)
    for (long j = 0; j < w; j++) out[i * w + j] = x[(i - 1) * w + j] + x[(i + 1) * w + j];
  free(x);
}

// The caller sees the array, which stays as it is; its rows are far apart, but how far?
// CHECK-LABEL: define{{.*}} @seen(
// CHECK: load <4 x float>, {{.*}} !llvm.access.group
__attribute__((noinline)) void seen(const float *restrict in, float *restrict x, float *restrict out, long h, long w) {
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++) x[i * w + j] = in[i * w + j - 1] + in[i * w + j + 1];
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++) out[i * w + j] = x[(i - 1) * w + j] + x[(i + 1) * w + j];
}

// A load under a condition: the vectoriser would make it always.
// CHECK-LABEL: define{{.*}} @sometimes(
// CHECK-NOT: !llvm.access.group
// CHECK-LABEL: define{{.*}} @main(
__attribute__((noinline)) void sometimes(const float *restrict in, float *restrict x, float *restrict out,
                                         const float *restrict on, long h, long w) {
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++) x[i * w + j] = in[i * w + j] * 3;
  for (long i = 1; i < h - 1; i++)
    for (long j = 0; j < w; j++) {
      float sum = x[(i - 1) * w + j] + x[(i + 1) * w + j];
      if (sum > 40) sum += on[i * w + j];
      out[i * w + j] = sum;
    }
}

int main(void) {
  enum { H = 23, W = 37 };
  static float in[H * W], x[H * W], out[3][H * W], on[H * W];
  for (int i = 0; i < H * W; i++) in[i] = i % 17, on[i] = i % 5;
  folded(in, out[0], H, W);
  seen(in, x, out[1], H, W);
  sometimes(in, x, out[2], on, H, W);
  float sum = 0;
  for (int i = 0; i < 3 * H * W; i++) sum += (i % 7 + 1) * out[i / (H * W)][i % (H * W)];
  printf("%.0f\n", sum);
  return 0;
}
