// What the arm of the first loop promises holds only there: it stays in the arm when the second loop gets a guard of its
// own.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -O2

#include <stdio.h>

__attribute__((noinline)) int f(int n, int m, const int *restrict a, int *restrict b, int *restrict c) {
  if (n > 0) {
    // CHECK: [[#@LINE+1]]:5: remark: fused loop {{.*}}; only where both run
    for (int i = 0; i < n; i++) b[i] = a[i] + 1;
    __builtin_assume(m < 100);
    if (n > 0 && m > 3)
      for (int i = 0; i < n; i++) c[i] = b[i] * 2;
  }
  return m < 100 ? 1 : 2;
}

int main(void) {
  int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8] = {0}, c[8] = {0};
  printf("%d\n", f(0, 200, a, b, c));
  printf("%d", f(8, 20, a, b, c));
  for (int i = 0; i < 8; i++) printf(" %d %d", b[i], c[i]);
  printf("\n");
}
