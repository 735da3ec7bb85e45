// Counts, guards and values that leave loops: the program does the same for no iteration, one, many.
//
// RUN: %run_both --fused --options=no-profit %s -I%S/../Inputs | FileCheck %s --implicit-check-not='{{fused in (other|thresholds|sum_used|search|bytewise)}}'
// RUN: %run_both --fused --options='no-profit;place=early' %s -I%S/../Inputs -O1
// RUN: %run_both --fused --options='no-profit;place=late' %s -I%S/../Inputs -O3 -march=native
//
// CHECK-DAG: fused in equal:
// CHECK-DAG: fused in one_less:
// CHECK-DAG: fused in two_less_ahead:
// CHECK-DAG: fused in sums:
// CHECK-DAG: fused in four:
// CHECK-DAG: fused in widths:
// CHECK-DAG: fused in downward:
// CHECK: exit status: 0

#include "run.h"

#define L(from, to) for (int i = from; i < to; i++)

APART int equal(int n, int m) { L(0, n) B[i] = A[i] + m; L(0, n) C[i] = B[i] * 2; return 0; }
APART int other(int n, int m) { L(0, n) B[i] = A[i]; L(0, m) C[i] = B[i] * 2; return 0; }
APART int one_less(int n, int m) {
  if (n < 2) return m;
  L(0, n) B[i] = A[i] + m;
  L(0, n - 1) C[i] = B[i] * 2;
  return 0;
}
APART int two_less_ahead(int n, int m) {
  if (n < 3) return m;
  L(0, n) B[i] = A[i] * 3;
  L(0, n - 2) C[i] = B[i + 2] + m;
  return 0;
}
APART int one_more(int n, int m) {
  if (n < 1) return m;
  int s = 0, t = 0;
  L(0, n) s = s * 3 + A[i];
  L(0, n + 1) t = t * 5 + B[i];
  return s ^ t;
}
APART int sums(int n, int m) { int s = m, t = 0; L(0, n) s += A[i]; L(0, n) t ^= B[i]; return s * 7 + t; }
APART int sum_used(int n, int m) { int s = m; L(0, n) s += A[i]; L(0, n) B[i] = s; return s; }
APART int counter_used(int n, int m) { int i; for (i = 0; i < n; i++) B[i] = m; L(0, n) C[i] = A[i] + i; return i; }
APART int last(int n, int m) { int x = m; L(0, n) x = A[i]; L(0, n) B[i] = A[i] + 1; return x; }
APART int fibonacci(int n, int m) {
  int a = 0, b = 1;
  L(0, n) { int t = a + b; a = b; b = t; A[i] = a; }
  L(0, n) B[i] = A[i] ^ m;
  return a * 3 + b;
}
APART int four(int n, int m) {
  L(0, n) B[i] = A[i] + m;
  L(0, n) C[i] = B[i] * 2;
  L(0, n) D[i] = C[i] - A[i];
  L(0, n) A[i] = D[i] ^ B[i];
  return 0;
}
APART int thresholds(int n, int m) {
  if (n > 3) { int i = 0; do B[i] = A[i]; while (++i < n); }
  if (n > 2) { int i = 0; do C[i] = B[i] + m; while (++i < n); }
  return 0;
}
APART int widths(int n, int m) {
  L(0, n) B[i] = A[i];
  for (long i = 0; i < n; i++) C[i] = B[i] + m;
  return 0;
}
APART int downward(int n, int m) {
  for (int i = n; i > 0; i--) B[i] = A[i] + m;
  for (int i = n; i > 0; i--) C[i] = B[i];
  return 0;
}
APART int search(int n, int m) {
  int k;
  for (k = 0; k < n; k++) { if (A[k] == 7) break; B[k] = 1; }
  L(0, n) C[i] = k * 2 + m;
  return k;
}
APART int bytewise(int n, int m) {
  for (unsigned char i = 0; i < n; i++) A[i] = i + m;
  for (unsigned short i = 0; i < n + 1; i++) B[i] = A[i];
  return 0;
}
APART int clamps(int n, int m) {
  L(0, n) if (A[i] > 30) A[i] = 30;
  L(0, n) if (A[i] < m) A[i] = m;
  return 0;
}
APART int extremes(int n, int m) {
  int high = -1000, low = 1000;
  L(0, n) if (A[i] > high) high = A[i];
  L(0, n) if (A[i] < low) low = A[i];
  return high - low + m;
}
APART int between(int n, int m) {
  L(0, n) B[i] = A[i] + D[7];
  D[7] = m;
  L(0, n) C[i] = B[i] + D[8];
  return D[7];
}

LIST(CALL(equal) CALL(other) CALL(one_less) CALL(two_less_ahead) CALL(one_more) CALL(sums)
     CALL(sum_used) CALL(counter_used) CALL(last) CALL(fibonacci) CALL(four) CALL(thresholds)
     CALL(widths) CALL(downward) CALL(search) CALL(bytewise) CALL(clamps) CALL(extremes) CALL(between))
