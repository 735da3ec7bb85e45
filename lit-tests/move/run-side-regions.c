// Conditions and loops between two loops: before and behind, with values that the second loop or
// code behind both uses, several that depend on each other, in guards, in loops around, beside lags and
// what is left over.
//
// RUN: %run_both --fused --options=no-profit %s -I%S/../Inputs | FileCheck %s
// RUN: %run_both --fused '--options=no-profit;place=early' %s -I%S/../Inputs -O1 -g
// RUN: %run_both --fused '--options=no-profit;place=late' %s -I%S/../Inputs -O1
// RUN: %run_both --fused %s -I%S/../Inputs -O3 -march=native
//
// CHECK-DAG: fused in before:
// CHECK-DAG: fused in behind:
// CHECK-DAG: fused in cases:
// CHECK-DAG: fused in nested:
// CHECK-DAG: fused in in_order:
// CHECK-DAG: fused in skipping:
// CHECK-DAG: fused in scratch:
// CHECK-DAG: fused in around:
// CHECK-DAG: fused in guarded:
// CHECK-DAG: fused in uneven:
// CHECK-DAG: fused in lagging:
// CHECK-DAG: fused in other_elements:
// CHECK: exit status: 0

#include "run.h"

#define L(from, to) for (int i = from; i < to; i++)

APART int before(int n, int m) {
  L(0, n) B[i] = A[i] * 3;
  int k = 2;
  if (m > 2) k = D[m], D[m] = n;
  L(0, n) C[i] = B[i] * k;
  return k;
}
APART int behind(int n, int m) {
  int s = 0, k = 2;
  L(0, n) B[i] = A[i] * 3, s += A[i];
  if (s > m) k = B[3], D[m] = s;
  L(0, n) C[i] = B[i] + 1;
  return k * 3 + s;
}
APART int cases(int n, int m) {
  int k = 0;
  L(0, 40) B[i] = A[i] * 3;
  switch (m) {
  case 0:
  case 3: D[5] = n;
  case 1: k = D[7] + 1; break;
  case 9: break;
  default: k = n; D[6]++;
  }
  L(0, 40) C[i] = B[i] + k;
  return k;
}
APART int nested(int n, int m) {
  L(0, 40) B[i] = A[i] * 3;
  if (n > 2) {
    L(0, m) D[i] = B[i] + n;
    if (m > 2)
      for (int i = 0; i < 3; i++) L(0, n) D[i + 50] += B[i];
    else
      D[9] = B[9];
  }
  L(0, 40) C[i] = B[i] + n;
  return D[3];
}
APART int in_order(int n, int m) {
  int k = 1;
  L(0, 40) B[i] = A[i] * 3;
  if (m > 1) D[0] = B[m];
  L(0, n) D[i + 1] = D[i] * 5;
  if (D[n] & 1) k = D[2];
  D[n] ^= k;
  L(0, 40) C[i] = B[i] - 7;
  return k;
}
APART int skipping(int n, int m) {
  int s = 0;
  L(0, 40) B[i] = A[i] * 3;
  L(0, 9) D[i] = B[i] + m;
  L(0, 20) s = s * 3 + D[i];
  L(0, 40) C[i] = B[i] - n;
  return s;
}
APART int scratch(int n, int m) {
  int k = 0;
  L(0, 40) B[i] = A[i] * 3;
  {
    int t[8];
    L(0, 8) t[i] = D[i] * m;
    k = t[n & 7];
  }
  L(0, 40) C[i] = B[i] + k;
  return k;
}
APART int around(int n, int m) {
  int k = 0;
  for (int r = 0; r < 4; r++) {
    L(0, n) B[i] = A[i] + r;
    if (r == m) k += B[r];
    if (D[r] & 1) D[r + 50] = B[r];
    L(0, n) C[i] = B[i] + k;
    if (k > 60) A[r]++;
    L(0, n) D[i] ^= C[i];
  }
  return k;
}
APART int guarded(int n, int m) {
  int k = 3, s = m;
  if (n > 2) {
    if (m > 2) P[0][m]++;
    L(0, n) B[i] = A[i] * 3;
    if (m & 1) k = B[1];
    P[0][2] += k;
  }
  if (m > 9) M[0][0] = n, M[0][1] = m;
  L(0, 5) M[1][i] += m * M[0][i];
  M[2][0] = n / 7, M[2][1] = n % 7, M[2][2] += n * m, M[2][3] ^= m;
  if (n > 2) {
    if (m < 9) s = M[1][2];
    L(0, n) C[i] = B[i] + m;
    if (m > 1) D[0] = C[1];
    D[1] += s;
  }
  return k * 5 + s;
}
APART int uneven(int n, int m) {
  L(0, 40) B[i] = A[i] * 3;
  if (m > 2) D[m] = B[m];
  L(0, 38) C[i] = B[i] + m;
  L(0, n) D[i + 60] = C[i] + B[i];
  L(0, 41) D[i + 120] = C[i];
  return n;
}
APART int lagging(int n, int m) {
  L(0, n) B[i] = A[i] * 3;
  if (m > 2) D[m] = B[m];
  L(0, n) C[i] = B[i + 1] + B[i];
  L(0, 5) D[i + 60] = C[i];
  L(0, n) D[i + 100] = C[i + 1] ^ C[i];
  return n;
}
APART int other_elements(int n, int m) {
  L(0, 40) B[i] = A[i] * 3;
  B[40] = B[39];
  if (m > 2) B[41] = B[40] + D[m];
  L(42, 60) B[i] = n;
  L(0, 40) C[i] = B[i] + n;
  return B[n];
}

LIST(CALL(before) CALL(behind) CALL(cases) CALL(nested) CALL(in_order) CALL(skipping) CALL(scratch)
     CALL(around) CALL(guarded) CALL(uneven) CALL(lagging) CALL(other_elements))
