// Functions that may set errno: where both have the same single error, no order of them can be seen.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -lm
// RUN: %run_both --fused --options=no-profit %s -lm

#include <errno.h>
#include <math.h>
#include <stdio.h>

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], trip count n
__attribute__((noinline)) void roots(int n, const double *restrict a, double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++) b[i] = sqrt(a[i]);
  for (int i = 0; i < n; i++) c[i] = sqrt(b[i] - 1) + b[i];
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], trip count n; behind a run-time check
__attribute__((noinline)) void growth(int n, const float *a, float *b, float *c) {
  for (int i = 0; i < n; i++) b[i] = expf(a[i]);
  for (int i = 0; i < n; i++) c[i] = coshf(b[i]);
}

// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+3]] not fused: call of exp may set errno, and call of sqrt may set or touch it, too: fused, their order changes; compile with -fno-math-errno
__attribute__((noinline)) void two_errors(int n, const double *restrict a, double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++) b[i] = exp(a[i]);
  for (int i = 0; i < n; i++) c[i] = sqrt(a[i]) + b[i];
}

// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+3]] not fused: call of log may set errno, and call of log may set or touch it, too
__attribute__((noinline)) void either_error(int n, const double *restrict a, double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++) b[i] = log(a[i]);
  for (int i = 0; i < n; i++) c[i] = log(b[i]) + a[i];
}

// Where ints are concerned, one may be errno.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+3]] not fused: call of sqrt may set errno, and b may set or touch it, too
__attribute__((noinline)) void of_ints(int n, const double *restrict a, int *b, double *restrict c) {
  for (int i = 0; i < n; i++) c[i] = sqrt(a[i]);
  for (int i = 0; i < n; i++) b[i] = (int)c[i] + b[i];
}

// Between the loops it is read.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+4]] not fused
__attribute__((noinline)) void asked(int n, const double *restrict a, double *restrict b, double *restrict c, int *seen) {
  for (int i = 0; i < n; i++) b[i] = sqrt(a[i]);
  *seen = errno;
  for (int i = 0; i < n; i++) c[i] = sqrt(b[i] - 1) + b[i];
}

#pragma clang optimize off
enum { N = 40 };
int main(void) {
  static double a[N], b[N], c[N];
  static float f[N], g[N], h[N];
  int ints[N] = {0}, seen = 0;
  double sum = 0;
  for (int n = 0; n < N; n += 3)
    for (int from = -6; from < 6; from++) {
      for (int i = 0; i < N; i++) a[i] = i + from, f[i] = (i + from) * 9;
      errno = 0, roots(n, a, b, c), printf("%d ", errno);
      errno = 0, growth(n, f, g, h), printf("%d ", errno);
      errno = 0, growth(n, f, f, f + 1), printf("%d ", errno);
      errno = 0, asked(n, a, b, c, &seen), printf("%d %d ", seen, errno);
      errno = 0, two_errors(n, a, b, c), printf("%d ", errno);
      errno = 0, either_error(n, a, b, c), printf("%d ", errno);
      errno = 0, of_ints(n < 30 ? n : 30, a + 6, ints, c), printf("%d\n", errno);
      for (int i = 0; i < N; i++)
        sum += (c[i] == c[i] ? c[i] : 3) + (b[i] == b[i] && b[i] > -1e9 ? b[i] : 5) + (h[i] < 1e9f ? h[i] : 7);
      printf("%a %d\n", sum, ints[3]);
    }
}
