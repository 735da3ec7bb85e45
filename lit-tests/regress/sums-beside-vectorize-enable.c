// A pragma that asks for vectors lets the vectoriser take floating-point sums out of order. Fused with a
// loop that has the pragma, the sum of one that has it not lost its order.
//
// RUN: %run_both '--options=no-profit' %s -O2 -ffp-contract=off | FileCheck %s
// RUN: %clang_fuse -mllvm -loop-fuse-options=no-profit -O2 -c %s -o %t.o -Rpass-missed=loop-fuse 2>&1 | FileCheck %s --check-prefix=REMARK
//
// CHECK: fused in both
// CHECK: exit status: 0
// REMARK: not fused: loop at line [[#]] asks for vectors, which lets floating-point sums be reordered, and loop at line [[#]] has some and does not ask; give both loops the same pragmas

#include <stdio.h>

int A[300], B[300], C[300];
double X[300];

__attribute__((noinline)) double sum(int n) {
  double s = 1;
  for (int i = 0; i < n; i++) s += X[i] * A[i];
#pragma clang loop vectorize(enable)
  for (int i = 0; i < n; i++) C[i] += i + A[i];
  return s;
}
__attribute__((noinline)) void both(int n) {
  for (int i = 0; i < n; i++) B[i] = A[i] * 3;
#pragma clang loop vectorize(enable)
  for (int i = 0; i < n; i++) C[i] += i + B[i];
}

int main(void) {
  double all = 0;
  for (int i = 0; i < 300; i++) A[i] = i * 37 % 101, X[i] = 1.0 / (i + 3);
  for (int n = 0; n < 300; n += 7) {
    all = all * 0.5 + sum(n);
    both(n);
  }
  printf("%.17g %d\n", all, C[99]);
}
