// Arrays in other address spaces have no place on the stack.
//
// CHECK: fused loop
// CHECK-NOT: folded
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
#include <stdio.h>
enum { H = 400, W = 1500 };
__attribute__((noinline)) int small(const float *restrict in, float *restrict out, int h) {
  static __attribute__((address_space(1))) float x[H][W];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * 3;
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
  return 0;
}
__attribute__((noinline)) int big(const float *restrict in, float *restrict out, int h) {
  static __attribute__((address_space(1))) float x[H][W*9];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W*9; j++) x[i][j] = in[i * W + j] * 3;
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W*9; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
  return 0;
}
