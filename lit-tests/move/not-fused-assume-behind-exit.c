// The assume holds only where leave() came back: it must not be moved above the first guard, where
// fusing would take it. Hoisted, it told the optimiser that leave() never leaves.
//
// RUN: %run_both --options='no-profit' %s -O2 | FileCheck %s
// CHECK: left
// CHECK-NOT: end

#include <stdio.h>
#include <stdlib.h>

int A[256], B[256], C[256];

__attribute__((noinline, optnone)) static void leave(int go) {
  if (go) {
    puts("left");
    exit(0);
  }
}

__attribute__((noinline)) static void f(long *restrict N, long m, int *restrict H) {
  long n = *N;
  if (n > 0) {
    leave(m >= 9);
    for (long i = 0; i < n; i++) B[i] = A[i] + 1;
  }
  __builtin_assume(m < 9);
  H[0] = n * 3, H[1] = n ^ 5, H[2] = n % 7, H[3] = n + 9, H[4] = n / 5, H[5] = n << 3;
  if (n > 0)
    for (long i = 0; i < n; i++) C[i] = B[i] * 3;
}

int main(int argc, char **argv) {
  long n = 5;
  int H[6];
  f(&n, 8 + argc, H);
  puts("end");
}
