// What the iterations before the fused loop store is handed on in registers, too: nothing reads the rows then, and
// they go with their array. What a loop reads of iterations that there are not is still in memory.
//
// RUN: %clang_fuse -O2 -S -emit-llvm %s -o %t.ll -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
// RUN: %run_both --fused %s -O2 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=early' %s -O1 -ffp-contract=off

#include <stdio.h>
#include <stdlib.h>

// CHECK: [[#@LINE+7]]:5: remark: fused loop {{.*}}the first 2 iteration(s) of the first loop run before; 2 load(s) replaced by values of earlier iterations
// CHECK: [[#@LINE+6]]:5: remark: array {{.*}} is not written here any more: 3 store(s) removed that nothing reads
// IR-LABEL: define {{.*}}@across(
// IR-NOT: @malloc
__attribute__((noinline)) void across(const float *restrict in, float *restrict out, int h, int w) {
  float *t = malloc(sizeof(float) * h * w);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) t[y * w + x] = in[y * w + x] * 3;
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) out[y * w + x] = t[y * w + x - 1] - t[y * w + x] + t[y * w + x + 1];
  free(t);
}

// CHECK: [[#@LINE+2]]:3: remark: fused loop {{.*}}the first 1 iteration(s) of the first loop run before; 1 load(s) replaced by values of earlier iterations
__attribute__((noinline)) void from_before(const float *restrict in, float *restrict t, float *restrict out, int n) {
  for (int x = 2; x < n; x++) t[x] = in[x] + 1;
  for (int x = 2; x < n - 1; x++) out[x] = t[x + 1] - t[x - 1];
}

int main(void) {
  enum { H = 5, W = 21 };
  static float in[H * W], t[H * W], out[H * W];
  for (int i = 0; i < H * W; i++) in[i] = (float)(i * 31 % 17), t[i] = (float)i;
  for (int h = 0; h <= H; h += 5)
    for (int w = 0; w <= W; w = w < 6 ? w + 1 : w + 5) across(in, out, h, w);
  for (int n = 0; n < 40; n = n < 8 ? n + 1 : n + 7) {
    from_before(in, t, out + n, n);
    for (int i = 0; i < H * W; i++) printf("%g ", out[i]);
    puts("");
  }
}
