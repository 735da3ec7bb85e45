// Each iteration of both nests reads an array again that the other one does not: in one loop they evict each
// other from the cache. A row of what the first one writes is all that would be saved.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options='verify;no-profit' -c %s -o %t.o -Rpass=loop-fuse 2>&1 | FileCheck %s --check-prefix=NO-PROFIT
// RUN: %run_both --fused %s

#include <stdio.h>

#define N 60
#define FEW 24

// CHECK-DAG: loop at line [[#@LINE+4]] and loop at line [[#@LINE+7]] not fused: each iteration of the first loop reads all of b again, and of the second loop all of e: in one loop they would evict each other from the cache; use the parameter no-profit
// NO-PROFIT: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]]
__attribute__((noinline)) void products(int n, double (*restrict a)[n], double (*restrict b)[n],
                                               double (*restrict e)[n], double (*restrict t)[n], double (*restrict d)[n]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) t[i][j] += a[i][k] * b[k][j];
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) d[i][j] += t[i][k] * e[k][j];
}

// Planes of one array.
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+6]] not fused: each iteration of the first loop reads all of planes again, and of the second loop all of planes
static double planes[5][N][N];
__attribute__((noinline)) void of_planes(void) {
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++) planes[0][i][j] += planes[1][i][k] * planes[2][k][j];
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++) planes[3][i][j] += planes[0][i][k] * planes[4][k][j];
}

// Sums of products, as most people write them, over arrays of their own size.
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+8]] not fused: each iteration of the first loop reads all of B again, and of the second loop all of E
static double A[N][N], B[N][N], E[N][N], T[N][N], D[N][N];
__attribute__((noinline)) void sums(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      T[i][j] = 0;
      for (int k = 0; k < N; k++) T[i][j] += A[i][k] * B[k][j];
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      D[i][j] = 0;
      for (int k = 0; k < N; k++) D[i][j] += T[i][k] * E[k][j];
    }
}

// Both are in the first-level cache.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]]
static double few_a[FEW][FEW], few_b[FEW][FEW], few_e[FEW][FEW], few_t[FEW][FEW], few_d[FEW][FEW];
__attribute__((noinline)) void few(void) {
  for (int i = 0; i < FEW; i++)
    for (int k = 0; k < FEW; k++)
      for (int j = 0; j < FEW; j++) few_t[i][j] += few_a[i][k] * few_b[k][j];
  for (int i = 0; i < FEW; i++)
    for (int k = 0; k < FEW; k++)
      for (int j = 0; j < FEW; j++) few_d[i][j] += few_t[i][k] * few_e[k][j];
}

// Only one of the nests reads an array again.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]]
__attribute__((noinline)) void product_and_map(int n, double (*restrict a)[n], double (*restrict b)[n],
                                                      double (*restrict t)[n], double (*restrict d)[n]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) t[i][j] += a[i][k] * b[k][j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) d[i][j] = t[i][j] > 0 ? t[i][j] : 0;
}

// Both read the same one again.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]]
__attribute__((noinline)) void with_one(int n, double (*restrict a)[n], double (*restrict b)[n],
                                               double (*restrict t)[n], double (*restrict d)[n]) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) t[i][j] += a[i][k] * b[k][j];
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) d[i][j] += t[i][k] * b[k][j];
}

// Vectors that are read again beside a matrix that goes through memory once.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]]
__attribute__((noinline)) void update_and_product(int n, double (*restrict a)[n], const double *restrict u,
                                                         const double *restrict v, const double *restrict w, double *restrict x) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] += u[i] * v[j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) x[i] += a[i][j] * w[j];
}

static double m[5][N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      for (int k = 0; k < 5; k++) planes[k][j][i] = m[k][i][j] = (i * 7 + j * (k + 3)) % 11 - 4;
      A[i][j] = B[j][i] = E[i][j] = (i + 2 * j) % 7;
    }
  for (int i = 0; i < FEW; i++)
    for (int j = 0; j < FEW; j++) few_a[i][j] = few_b[j][i] = few_e[i][j] = (3 * i + j) % 5;
  products(N, m[0], m[1], m[2], m[3], m[4]);
  sums();
  of_planes();
  few();
  product_and_map(N, m[0], m[1], m[3], m[4]);
  with_one(N, m[0], m[1], m[3], m[4]);
  update_and_product(N, m[0], m[1][0], m[1][1], m[1][2], m[2][0]);
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      for (int k = 0; k < 5; k++) sum = sum / 2 + (m[k][i][j] + planes[k][i][j]) * 1e-9;
      sum = sum / 2 + D[i][j] + few_d[i % FEW][j % FEW];
    }
  printf("%.17g\n", sum);
}
