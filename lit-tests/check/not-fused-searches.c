// Loops that are left where they find something, and must not read on: what they would read may not be there. Others do
// more than to look, or do it in other circumstances than the loop before them.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options='verify;no-profit' -c %s -o /dev/null -Rpass=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s --implicit-check-not='fused loop'
// RUN: %run_both --not-fused --options='no-profit' %s
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

// There may be fewer limits than elements.
// CHECK-DAG: loop at line [[#@LINE+3]] cannot be fused: the loop is left from 2 places
NOINLINE int limits(float *restrict a, const float *restrict b, const float *restrict limit, int n) {
  for (int i = 0; i < n; i++) a[i] = b[i] * 2;
  for (int i = 0; i < n; i++) if (a[i] > limit[i]) return i;
  return -1;
}

// The last element has none behind it.
// CHECK-DAG: loop at line [[#@LINE+3]] cannot be fused: the loop is left from 2 places
NOINLINE int ahead(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] = b[i] * 2;
  for (int i = 0; i < n; i++) if (a[i + 1] > 9) return i;
  return -1;
}

// What is there is known only where the first loop wrote.
// CHECK-DAG: loop at line [[#@LINE+3]] cannot be fused: the loop is left from 2 places
NOINLINE int perhaps(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++) if (b[i] > 0) a[i] = b[i] * 2;
  for (int i = 0; i < n; i++) if (a[i] > 9) return i;
  return -1;
}

// Every other element, up to twice as far.
// CHECK-DAG: loop at line [[#@LINE+3]] cannot be fused: the loop is left from 2 places
NOINLINE int farther(float *restrict a, const float *restrict b, long n) {
  for (long i = 0; i < n; i++) a[i] = b[i] * 2;
  for (long i = 0; i < n; i++) if (a[2 * i] > 9) return (int)i;
  return -1;
}

// The second loop writes, too.
// CHECK-DAG: loop at line [[#@LINE+3]] cannot be fused: the loop is left from 2 places
NOINLINE int writes(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] = b[i] * 2;
  for (int i = 0; i < n; i++) { if (a[i] > 9) return i; a[i] = 0; }
  return -1;
}

// A division by what is found behind the way out might stop the program.
// CHECK-DAG: loop at line [[#@LINE+3]] cannot be fused: the loop is left from 3 places
NOINLINE int divides(int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] = b[i] - 1;
  for (int i = 0; i < n; i++) { if (a[i] == 0) return i; if (1000 / a[i] == 7) return -i; }
  return -1;
}

// It need not run where the second loop does.
// CHECK-DAG: loop at line [[#@LINE+3]] cannot be fused: the loop is left from 2 places
NOINLINE int under(float *restrict a, const float *restrict b, int n, int m) {
  if (m) for (int i = 0; i < n; i++) a[i] = b[i] * 2;
  for (int i = 0; i < n; i++) if (a[i] > 9) return i;
  return -1;
}

// It steps over its end where that is odd, and is left by what it finds beyond. The first loop stops there.
// CHECK-DAG: loop at line [[#@LINE+3]] cannot be fused: the loop is left from 2 places
NOINLINE int steps(float *restrict a, const float *restrict b, unsigned long n) {
  for (unsigned long i = 0; i < n / 2; i++) a[2 * i] = b[i] * 2;
  for (unsigned long i = 0; i != n; i += 2) if (a[i] > 9) return (int)i;
  return -1;
}

int main(void) {
  float a[64] = {0}, b[64], limit[64];
  int c[64], d[64];
  for (int at = 3; at < 64; at += 20) {
    for (int i = 0; i < 64; i++) b[i] = 1, limit[i] = i < 20 ? 1 : 40, d[i] = i + 2;
    b[at] = 50, d[at] = 1;
    printf("%d ", limits(a, b, limit, 64));
    printf("%d ", ahead(a, b, 60));
    printf("%d ", perhaps(a, b, 64));
    printf("%d ", farther(a, b, 32));
    printf("%d ", divides(c, d, 64));
    printf("%d ", under(a, b, 64, at > 30));
    for (int i = 0; i < 64; i++) a[i] = 1;
    a[40] = 99;
    printf("%d ", steps(a, limit, 7));
    printf("%d\n", writes(a, b, 64));
  }
}
