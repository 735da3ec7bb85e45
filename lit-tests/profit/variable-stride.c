// A stride that nobody knows says nothing of widths: accesses of one width are no reason to keep loops apart.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3 -march=native

#include <stdio.h>
#define FUNCTION __attribute__((noinline)) void
enum { N = 600 };

// CHECK-DAG: variable-stride.c:[[#@LINE+2]]:3: remark: fused loop
FUNCTION equal(int n, long stride, double *restrict x, const double *restrict y) {
  for (int i = 0; i < n; i++) x[i * stride] += y[i];
  for (int i = 0; i < n; i++) x[i * stride] *= 1.5;
}

// CHECK-DAG: remark: loop at line [[#@LINE+2]] and loop at line [[#@LINE+3]] not fused:
FUNCTION different(int n, long stride, int *restrict x, const int *restrict y) {
  for (int i = 0; i < n; i++) x[i * stride] = y[i];
  for (int i = 0; i < n; i++) *(short *)((char *)x + i * stride * 4) = 3;
}

int main(void) {
  static double x[N], y[N];
  static int a[N], b[N];
  for (int i = 0; i < N; i++) x[i] = i % 17, y[i] = i % 23, a[i] = i * 5, b[i] = i * 3;
  for (int n = 0; n < 60; n += n < 5 ? 1 : 11)
    for (long stride = 0; stride < 4; stride++) {
      equal(n, stride, x, y);
      equal(n, -stride, x + N - 1, y);
      different(n, stride, a, b);
    }
  double sum = 0;
  for (int i = 0; i < N; i++) sum = sum * 0.9 + x[i] + a[i];
  printf("%a\n", sum);
}
