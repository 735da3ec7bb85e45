// A step between loops under a condition that cannot be asked before them, or one of which nothing would come: no loop is fused
// with it or across it. What lies behind what decides is fused for all that.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --implicit-check-not='fused loop'
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options='verify;max-version=9' -DLARGE -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty --implicit-check-not='fused loop'
// RUN: %clang -Os -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options='verify' -DLARGE -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty --implicit-check-not='one outcome'
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -DLARGE -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: %run_both --fused %s
//
// NONE-NOT: one outcome

#define NOINLINE __attribute__((noinline))

// What the first loop computes decides.
// CHECK: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+6]], {{.*}}; in a version for one outcome
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
// CHECK: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+5]], {{.*}}; in a version for one outcome
NOINLINE void asked(const int *restrict a, int *restrict b, int *restrict c, int n) {
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  if (asks(n))
    for (int i = 0; i < n; i++) b[i] = b[i] + 1;
  for (int i = 0; i < n; i++) c[i] = b[i] * a[i];
}

// Something is written where the first loop does not run.
NOINLINE void instead(int *restrict a, int *restrict b, int n, int flag) {
  if (flag)
    for (int i = 0; i < n; i++) a[i] = a[i] * 2;
  else
    a[1] = flag;
  for (int i = 0; i < n; i++) b[i] = a[i] + 1;
}

// The loop that always runs is longer.
NOINLINE void longer(int *restrict a, int *restrict b, int n, int flag) {
  if (flag)
    for (int i = 0; i < n; i++) a[i] = a[i] * 2;
  for (int i = 0; i < 2 * n; i++) b[i] = a[i] + 1;
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
    for (int i = 0; i < 64; i++) a[i] %= 1000;
    computed(a, b, c, n), written(a, b, c, n, n % 3 ? &flag : b), asked(a, b, c, n), backwards(a, b, c, d, n, n & 2);
    instead(a, d, n, n & 4), longer(a, c, n / 2, n & 1);
    flag = !flag;
    for (int i = 0; i < 64; i++) sum = sum * 3 + b[i] + c[i] + d[i];
  }
  printf("%u\n", sum);
}
