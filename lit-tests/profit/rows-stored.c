// Loops over a row each that would write more arrays at a time than either does stay two loops: in rows only they are
// one. Not so where the array goes, is the same, or where three streams are saved, and not of one dimension. Nor on
// processors that write to several arrays at a time as fast as to one.
//
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-fuse -mllvm -loop-fuse-options=no-profit 2>&1 | \
// RUN:   FileCheck %s --check-prefix=ALL
// RUN: %clang_fuse -O2 -mtune=znver3 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %clang_fuse -O2 -mtune=sapphirerapids -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | \
// RUN:   FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3

#include <stdio.h>
#include <stdlib.h>
#define FUNCTION __attribute__((noinline)) void

// CHECK-DAG: rows-stored.c:[[#@LINE+5]]:3: remark: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+7]],
// CHECK-DAG: rows-stored.c:[[#@LINE+5]]:5: remark: {{.*}} not fused: the fused loop would write 2 arrays at a time in place of 1, and the second loop finds the row in the cache anyway; use the parameter no-profit
// ALL-DAG: rows-stored.c:[[#@LINE+4]]:5: remark: fused loop
FUNCTION both_stay(const double *restrict u, const double *restrict v, double *restrict a, double *restrict b, int h,
                   int w) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) a[y * w + x] = u[y * w + x] * 2 + 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y * w + x] = a[y * w + x] * v[y * w + x];
}

// CHECK-DAG: rows-stored.c:[[#@LINE+5]]:5: remark: fused loop
FUNCTION one_goes(const double *restrict u, const double *restrict v, double *restrict b, int h, int w) {
  double *a = malloc(h * w * sizeof *a);
  if (!a) return;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) a[y * w + x] = u[y * w + x] * 2 + 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y * w + x] = a[y * w + x] * v[y * w + x];
  free(a);
}

// CHECK-DAG: rows-stored.c:[[#@LINE+3]]:5: remark: fused loop
FUNCTION one_array(const double *restrict u, double *restrict b, int h, int w) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y * w + x] = u[y * w + x] * 2 + 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y * w + x] *= u[y * w + x];
}

// CHECK-DAG: rows-stored.c:[[#@LINE+4]]:5: remark: fused loop
FUNCTION three_saved(const double *restrict u, const double *restrict v, double *restrict a, double *restrict b, int h,
                     int w) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) a[y * w + x] = u[y * w + x] * v[y * w + x];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y * w + x] = a[y * w + x] - u[y * w + x] + v[y * w + x];
}

// CHECK-DAG: rows-stored.c:[[#@LINE+4]]:5: remark: fused loop
FUNCTION short_rows(const double *restrict u, const double *restrict v, double (*restrict a)[24],
                    double (*restrict b)[24], int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < 24; x++) a[y][x] = u[y * 24 + x] * 2 + 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < 24; x++) b[y][x] = a[y][x] * v[y * 24 + x];
}

// All of an array again, not a row.
// CHECK-DAG: rows-stored.c:[[#@LINE+4]]:5: remark: fused loop
FUNCTION in_time(const double *restrict u, const double *restrict v, double *restrict a, double *restrict b, int n,
                 int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++) a[i] = u[i] * 2 + t;
    for (int i = 0; i < n; i++) b[i] = a[i] * v[i];
  }
}

#pragma clang optimize off
enum { H = 11, W = 37, N = H * W };
static double sum(const double *p) {
  double s = 0;
  for (int i = 0; i < N; i++) s = s * 0.99 + p[i];
  return s;
}
int main(void) {
  static double u[N], v[N], a[N], b[N];
  for (int w = 0; w <= W; w += w < 6 ? 1 : 31) {
    for (int i = 0; i < N; i++) u[i] = i * 37 % 101, v[i] = i * 53 % 97;
    both_stay(u, v, a, b, H, w);
    printf("%a %a\n", sum(a), sum(b));
    one_goes(v, u, b, H, w);
    printf("%a\n", sum(b));
    one_array(u, b, H, w);
    printf("%a\n", sum(b));
    three_saved(v, u, a, b, H, w);
    printf("%a %a\n", sum(a), sum(b));
    short_rows(u, v, (void *)a, (void *)b, w % 12);
    printf("%a %a\n", sum(a), sum(b));
    in_time(u, v, a, b, N, 3);
    printf("%a %a\n", sum(a), sum(b));
  }
}
