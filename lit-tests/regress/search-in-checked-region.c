// A check serves all three loops, of which the third is a search that is not fused after all. What it was counted by goes in both
// versions, and where the search begins the first loop's sum is known from either.
//
// RUN: %clang_fuse -O2 -mllvm -loop-fuse-options='verify;no-profit' -S -emit-llvm -o - %s | FileCheck %s
// RUN: %run_both --fused --options='no-profit' %s
// RUN: %run_both --fused --options='no-profit;place=late' %s
#include <stdio.h>

// CHECK-LABEL: @f(
// CHECK-NOT: = or i1 %any
// CHECK: ret i32
__attribute__((noinline)) int f(unsigned *p, unsigned *q, unsigned *r, long n, unsigned *out) {
  unsigned s = 1, z = 0;
  for (long i = 0; i < n; i++) { s *= q[i]; p[i] = q[i] ^ 3; }
  for (long i = 0; i < n; i++) { z += p[i]; r[i] = z; }
  for (long i = 0; i < n; i++) { s += p[i]; if ((p[i] & 255) == 70) { *out = s; return 9; } }
  *out = s + z;
  return 0;
}

int main(void) {
  static unsigned a[300], out;
  for (int at = -1; at < 100; at += 11)
    for (int apart = 0; apart <= 100; apart += 50) {
      for (int i = 0; i < 300; i++) a[i] = (unsigned)i * 2 % 61 + 1;
      if (at >= 0) a[at] = 70 ^ 3;
      int found = f(a + apart, a, a + 2 * apart, 100, &out);
      printf("%d %u %u\n", found, out, a[150]);
    }
}
