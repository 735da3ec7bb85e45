// Second loops that lag: by a constant number of iterations, upwards and downwards, in rows and columns,
// with counts that are zero, one, the shift, and more; behind run-time checks, and beside results that
// both loops leave.
//
// RUN: %run_both --fused --options=no-profit %s -I%S/../Inputs | FileCheck %s
// RUN: %run_both --fused '--options=no-profit;place=early' %s -I%S/../Inputs -O1
// RUN: %run_both --fused %s -I%S/../Inputs -O3 -march=native
//
// CHECK-DAG: fused in ahead:{{.*}}; the first 2 iteration(s) of the first loop run before; the last 2 iteration(s) of the second loop run afterwards; where there are more than 2 iterations
// CHECK-DAG: fused in shorter:{{.*}}; the first 3 iteration(s) of the first loop run before; the last 2 iteration(s) of the second loop run afterwards
// CHECK-DAG: fused in downward:{{.*}}; the first 1 iteration(s) of the first loop run before; the last 1 iteration(s) of the second loop run afterwards
// CHECK-DAG: fused in results:{{.*}}; the first 1 iteration(s) of the first loop run before; the last 1 iteration(s) of the second loop run afterwards
// CHECK-DAG: fused in blur:{{.*}}; the first {{[12]}} iteration(s) of the first loop run before
// CHECK-DAG: fused in through:{{.*}}; behind a run-time check of 3 pair(s) of pointers; where there are more than 1 iterations
// CHECK: exit status: 0

#include "run.h"

#define L(from, to) for (int i = from; i < to; i++)

APART int ahead(int n, int m) {
  L(0, n) B[i + 2] = A[i] * 3 + m;
  L(0, n) C[i] = B[i + 4] + 1;
  return n;
}
APART int shorter(int n, int m) {
  L(0, 40) B[i] = A[i] * 3 + m;
  L(0, 39) C[i] = B[i + 3] + 1;
  return n;
}
APART int downward(int n, int m) {
  for (int i = n - 1; i >= 0; i--) B[i + 1] = A[i] * 3 + m;
  for (int i = n - 1; i >= 0; i--) C[i] = B[i];
  return n;
}
APART int results(int n, int m) {
  int s = m, t = 1;
  L(0, n) { B[i] = A[i] * 3; s += B[i]; }
  L(0, n) { C[i] = B[i + 1]; t = t * 3 + C[i]; }
  return s * 7 + t;
}
APART int blur(int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 40; j++) P[i][j] = M[i][j] * 2 + m;
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < 40; j++) M[i][j] = P[i - 1][j] + P[i][j] + P[i + 1][j];
  return n;
}
APART static int through(int *a, int *b, int *c, int n) {
  L(0, n) b[i] = a[i] * 3;
  L(0, n) c[i] = b[i + 1] + 1;
  return n;
}
APART static int pointers(int n, int m) {
  int all = through(A, B, C, n) + through(A, A + 3, A + 20, n) + through(B, C, C + n, n);
  return all + m;
}
APART int narrow(int n, int m) {
  for (unsigned short i = 0; i < (unsigned short)n; i++) B[i] = A[i] + m;
  for (unsigned short i = 0; i < (unsigned short)n; i++) C[i] = B[i + 1];
  return n;
}

LIST(CALL(ahead) CALL(shorter) CALL(downward) CALL(results) CALL(blur) CALL(pointers) CALL(narrow))
