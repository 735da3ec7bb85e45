// A step between loops under a condition that cannot be asked before them, or one of which nothing would come: all stays as it is.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --allow-empty --implicit-check-not='fused loop'
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options='verify;max-version=20' -DLARGE -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --allow-empty --implicit-check-not='fused loop'
// RUN: %clang -Os -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options='verify' -DLARGE -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --allow-empty --implicit-check-not='one outcome'
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -DLARGE -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: %run_both %s

#define NOINLINE __attribute__((noinline))

// What the first loop computes decides.
NOINLINE void computed(const int *restrict a, int *restrict b, int *restrict c, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += b[i] = a[i] * 2;
  if (sum > 9)
    for (int i = 0; i < n; i++) b[i] = b[i] + 1;
  for (int i = 0; i < n; i++) c[i] = b[i] * a[i];
}

// The first loop may write the flag.
NOINLINE void written(const int *restrict a, int *b, int *restrict c, int n, int *flag) {
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  if (*flag)
    for (int i = 0; i < n; i++) b[i] = b[i] + 1;
  for (int i = 0; i < n; i++) c[i] = b[i] * a[i];
}

// A call asks.
NOINLINE int asks(int n);
NOINLINE void asked(const int *restrict a, int *restrict b, int *restrict c, int n) {
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  if (asks(n))
    for (int i = 0; i < n; i++) b[i] = b[i] + 1;
  for (int i = 0; i < n; i++) c[i] = b[i] * a[i];
}

// The step begins with what is written last, and the last loop with what the step writes last.
NOINLINE void backwards(const int *restrict a, int *restrict b, int *restrict c, int *restrict d, int n, int flag) {
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  if (flag)
    for (int i = 0; i < n; i++) c[i] = b[n - 1 - i] + a[i];
  for (int i = 0; i < n; i++) d[i] = c[n - 1 - i] + b[n - 1 - i];
}

#ifdef LARGE
// SMALL: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; in a version for one outcome
NOINLINE void large(const int *restrict a, int *restrict b, int *restrict c, int n, int flag) {
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  if (flag)
    for (int i = 0; i < n; i++) b[i] = b[i] + 1;
  for (int i = 0; i < n; i++) c[i] = b[i] * a[i];
}
#endif

#include <stdio.h>
int asks(int n) {
  __asm__ volatile("" ::: "memory");
  return n & 1;
}
int main(void) {
  int a[64], b[64], c[64], d[64], flag = 0;
  unsigned sum = 0;
  for (int i = 0; i < 64; i++) a[i] = i % 5, b[i] = c[i] = d[i] = i;
  for (int n = 0; n < 60; n++) {
    computed(a, b, c, n), written(a, b, c, n, n % 3 ? &flag : b), asked(a, b, c, n), backwards(a, b, c, d, n, n & 2);
    flag = !flag;
    for (int i = 0; i < 64; i++) sum = sum * 3 + b[i] + c[i] + d[i];
  }
  printf("%u\n", sum);
}
