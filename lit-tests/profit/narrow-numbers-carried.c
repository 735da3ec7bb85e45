// Narrow numbers are carried over fewer iterations than wide ones: each takes several shuffles of a vector.
//
// RUN: %clang_fuse -O3 -mavx2 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s

#include <stdio.h>

// CHECK-DAG: [[#@LINE+2]]:3: remark: fused loop
__attribute__((noinline)) void near(long n, const short *restrict in, short *restrict t, short *restrict out) {
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 4; i < n; i++) out[i] = t[i] - t[i - 4];
}

// CHECK-DAG: [[#@LINE+2]]:3: remark: loop at line {{.*}} not fused: the fused loop would not be vectorised: store-to-load forwarding would fail: it reads what it wrote to argument 3 6 iteration(s) before, which no vector was stored as
__attribute__((noinline)) void far(long n, const short *restrict in, short *restrict t, short *restrict out) {
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 6; i < n; i++) out[i] = t[i] - t[i - 6];
}

// CHECK-DAG: [[#@LINE+2]]:3: remark: fused loop
__attribute__((noinline)) void wide(long n, const double *restrict in, double *restrict t, double *restrict out) {
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 6; i < n; i++) out[i] = t[i] - t[i - 6];
}

enum { most = 90 };
static short a[most], b[most], c[most];
static double x[most], y[most], z[most];

int main(void) {
  for (int n = 0; n <= most; n += n < 12 ? 1 : 13) {
    for (int i = 0; i < most; i++) a[i] = i * i * 3, x[i] = a[i], b[i] = c[i] = y[i] = z[i] = 0;
    near(n, a, b, c);
    long sum = 0;
    for (int i = 0; i < most; i++) sum = sum * 3 + b[i] + c[i];
    far(n, a, b, c);
    wide(n, x, y, z);
    for (int i = 0; i < most; i++) sum = sum * 3 + c[i] + (long)(y[i] + z[i]);
    printf("%d %ld\n", n, sum);
  }
}
