// Guards of which one implies the other, with code and values around: the program does the same
// whether none, one or both of the loops run.
//
// RUN: %run_both --fused --options=no-profit %s -I%S/../Inputs | FileCheck %s
// RUN: %run_both --fused --options='no-profit;place=early' %s -I%S/../Inputs -O1
// RUN: %run_both --options='no-profit;place=late' %s -I%S/../Inputs -O3 -march=native
//
// CHECK-DAG: fused in one_less:{{.*}}only where both run; the last 1 iteration(s) of the first loop run afterwards
// CHECK-DAG: fused in one_more:{{.*}}only where both run; the last 1 iteration(s) of the second loop run afterwards
// CHECK-DAG: fused in ahead:{{.*}}only where both run; the first 1 iteration(s) of the first loop run before
// CHECK-DAG: fused in second_rarer:{{.*}}only where both run
// CHECK-DAG: fused in first_rarer:{{.*}}only where both run
// CHECK-DAG: fused in inner:{{.*}}only where both run
// CHECK: exit status: 0

#include "run.h"

#define L(from, to) for (int i = from; i < to; i++)

APART int one_less(int n, int m) {
  int s = m, t = 0;
  L(0, n) { B[i] = A[i] * 2; s += B[i]; }
  L(0, n - 1) { C[i] = B[i] + 1; t += C[i]; }
  return s * 3 + t;
}
APART int one_more(int n, int m) {
  int s = m, t = 0;
  L(0, n - 1) { B[i] = A[i] * 2; s += B[i]; }
  L(0, n) { C[i] = A[i] + 1; t += C[i]; }
  return s * 3 + t;
}
APART int ahead(int n, int m) {
  int s = m, t = 0;
  L(0, n) { B[i] = A[i] * 2; s += B[i]; }
  L(0, n - 1) { C[i] = B[i + 1] + B[i]; t += C[i]; }
  return s * 3 + t;
}
APART int second_rarer(int n, int m) {
  int s = 0, x = m;
  L(0, n) { B[i] = A[i] * 2; s += B[i]; }
  x += D[3];
  D[3] = m;
  if (n > 5) {
    x *= 2;
    L(0, n) C[i] = B[i] + 1;
    x += 3;
  }
  return s + x + D[3];
}
APART int first_rarer(int n, int m) {
  int s = 0, x = m;
  if (n > 5) {
    x *= 7;
    L(0, n) { B[i] = A[i] * 2; s += B[i]; }
    x += 9;
  }
  x += D[3];
  D[3] = x;
  L(0, n) C[i] = B[i] + 1;
  return s + x + D[3];
}
APART int inner(int n, int m) {
  int s = 0;
  for (int k = 0; k < 3; k++) {
    L(0, n) { B[i] = A[i] + k; s += B[i]; }
    L(0, n - 2) C[i] = B[i] * 3 + m;
    s ^= C[k];
  }
  return s;
}

LIST(CALL(one_less) CALL(one_more) CALL(ahead) CALL(second_rarer) CALL(first_rarer) CALL(inner))
