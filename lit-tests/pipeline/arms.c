// A loop in one arm of a condition, with something else in the other one, is fused with no loop outside of it, unless each
// arm becomes a version. That is seen at once, and nothing is prepared. It is fused where both arms are versions of one loop.
//
// RUN: %clang -O1 -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='loop-fuse<verify>' -debug-pass-manager -disable-output %t.ll 2>&1 | grep 'Running pass' | FileCheck %s
// RUN: %run_both --fused --options='check-work=0' %s
#include <stdio.h>

#define NOINLINE __attribute__((noinline))

// CHECK: Running pass: {{.*}} on in_arm (
// CHECK-NEXT: Running pass: {{.*}} on stores (
NOINLINE void in_arm(double c, long n, double *restrict a, double *restrict b) {
  if (c > 1) {
    for (long i = 0; i < n; i++) a[i] = a[i] * 2;
  } else if (c > 0) {
    for (long i = 1; i < n; i++) a[i] = a[i - 1] + 3;
  }
  for (long i = 3; i < n; i++) b[i] = a[i] + 1;
}

// CHECK-NEXT: Running pass: {{.*}} on before_arm (
NOINLINE void stores(double c, long n, double *restrict a, double *restrict b) {
  if (c > 1)
    for (long i = 0; i < n; i++) a[i] = a[i] * 2;
  else
    a[1] = c;
  for (long i = 0; i < n; i++) b[i] = a[i] + 1;
}

// CHECK-NEXT: Running pass: {{.*}} on guarded (
NOINLINE void before_arm(double c, long n, double *restrict a, double *restrict b) {
  for (long i = 0; i < n; i++) a[i] = a[i] * 2;
  if (c > 1) {
    for (long i = 2; i < n; i++) b[i] = a[i] + 1;
  } else {
    for (long i = 2; i < n; i++) b[i] = c;
  }
}

// Nothing runs instead of the first loop.
// CHECK: Running pass: EarlyCSEPass on guarded (
NOINLINE void guarded(double c, long n, double *restrict a, double *restrict b) {
  if (c > 1)
    for (long i = 0; i < n; i++) a[i] = a[i] * 2;
  if (c > 1)
    for (long i = 0; i < n; i++) b[i] = a[i] + 1;
}

// What does not go on to the end runs instead of nothing.
// CHECK: Running pass: EarlyCSEPass on ends (
NOINLINE void ends(double c, long n, double *restrict a, double *restrict b) {
  for (long i = 0; i < n; i++) a[i] = a[i] * 2;
  if (c < 0) {
    b[0] = c;
    __builtin_trap();
  }
  for (long i = 0; i < n; i++) b[i] = a[i] + 1;
}

// CHECK: Running pass: EarlyCSEPass on mode (
NOINLINE void mode(int mode, long n, double *restrict a, double *restrict b) {
  if (mode == 7) {
    for (long i = 0; i < n; i++) a[i] = a[i] * 2;
  } else {
    for (long i = 0; i < n; i++) a[i] = a[i] - 4;
  }
  for (long i = 0; i < n; i++) b[i] = a[i] + 1;
}

int main(void) {
  enum { N = 40 };
  double a[N], b[N];
  for (int i = 0; i < N; i++) a[i] = i, b[i] = -i;
  double sum = 0;
  for (int n = 0; n <= N; n += 8)
    for (int c = 0; c < 3; c++) {
      in_arm(c, n, a, b), stores(c, n, a, b), before_arm(c, n, a, b), guarded(c, n, a, b), ends(c, n, a, b);
      mode(7 * (c & 1), n, a, b);
      for (int i = 0; i < N; i++) sum = sum / 2 + a[i] / 64 + b[i], a[i] = a[i] / 256;
    }
  printf("%.17g\n", sum);
  return 0;
}
