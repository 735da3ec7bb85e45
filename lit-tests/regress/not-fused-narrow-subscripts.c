// LLVM 22's vectoriser drops one of the two checks that subscripts of 8 and of 2 bits need in one loop.
//
// RUN: %clang_fuse -O3 -c %s -o /dev/null -mllvm -loop-fuse-options='no-profit;place=early' -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --options=no-profit %s -O3
//
// CHECK: not fused: the loops have counters or subscripts of several narrow types that may wrap around
// CHECK: fused loop

#include <stdio.h>

static float A[256], B[64];
static double C[8];
static int D[256];

__attribute__((noinline)) static void two_widths(long n) {
  for (unsigned long i = 0; i < (unsigned long)n; i++) A[(unsigned char)(i - 120)] = 4;
  for (long i = 0; i < n; i++) C[(i - 1) & 3] = B[i + 1] < 1.5f ? B[i + 1] : 1.5f;
}

__attribute__((noinline)) static void one_width(long n) {
  for (long i = 0; i < n; i++) A[(unsigned char)(i - 120)] += 4;
  for (long i = 0; i < n; i++) D[(unsigned char)(i - 1)] = i;
}

int main(void) {
  for (int i = 0; i < 64; i++) B[i] = i % 3 * 0.75f;
  for (long n = 0; n < 40; n++) {
    two_widths(n);
    one_width(n);
    for (int i = 0; i < 8; i++) printf("%g ", C[i]);
    double sum = 0;
    for (int i = 0; i < 256; i++) sum = sum * 1.01 + A[i] + D[i];
    printf("%g\n", sum);
  }
}
