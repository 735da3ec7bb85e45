// Subscripts of one array that two loops share: what may fuse does, and the program does the same.
//
// RUN: %run_both --fused --options=no-profit %s -I%S/../Inputs | FileCheck %s --implicit-check-not='{{fused in (ahead|reversed|wider|wrapping|masked|modulo|pointers)}}'
// RUN: %run_both --fused --options=no-profit %s -I%S/../Inputs -O1 -fno-strict-aliasing
// RUN: %run_both %s -I%S/../Inputs -O3 -march=native
//
// CHECK-DAG: fused in same:
// CHECK-DAG: fused in odd_after_even:
// CHECK-DAG: fused in overwritten:
// CHECK-DAG: fused in both_down:
// CHECK-DAG: fused in heap:
// CHECK: exit status: 0

#include "run.h"

#define L(from, to) for (int i = from; i < to; i++)

APART int same(int n, int m) { L(0, n) B[i] = A[i] + m; L(0, n) C[i] = B[i] * 2; return 0; }
APART int odd_after_even(int n, int m) { L(0, n) bytes[2 * i] = m; L(0, n) B[i] = bytes[2 * i + 1]; return 0; }
APART int overwritten(int n, int m) { L(0, n) B[i] = A[i + 1]; L(0, n) A[i] = m; return 0; }
APART int ahead(int n, int m) { L(0, n) B[i] = m; L(0, n) C[i] = B[i + 1]; return 0; }
APART int ahead_by_stride(int n, int m) {
  for (int i = 0; i < n; i += 3) A[i] = m;
  for (int i = 0; i < n; i += 3) B[i] = A[i + 3] + A[i];
  return 0;
}
APART int reversed_write(int n, int m) { L(0, n) A[n - 1 - i] = i; L(0, n) B[i] = A[i] + m; return 0; }
APART int reversed_read(int n, int m) { L(0, n) A[i] = m; L(0, n) B[i] = A[n - 1 - i]; return 0; }
APART int both_down(int n, int m) {
  for (int i = n - 1; i >= 0; i--) A[i] = i + m;
  for (int i = n - 1; i >= 0; i--) B[i] = A[i];
  return 0;
}
APART int ahead_downward(int n, int m) {
  for (int i = n; i > 0; i--) A[i] = i + m;
  for (int i = n; i > 0; i--) B[i] = A[i - 1];
  return 0;
}
APART int wider(int n, int m) {
  L(0, n) memcpy(&bytes[4 * i], &m, 4);
  L(0, n) memcpy(&X[i], &bytes[4 * i], 8);
  return 0;
}
APART int masked(int n, int m) { L(0, n * 20) A[i & 7] = i; L(0, n * 20) B[i & 127] += A[i & 7] + m; return 0; }
APART int wrapping(int n, int m) {
  for (unsigned i = 0; i < 290; i++) A[(unsigned char)(i + m)] = i * n;
  for (unsigned i = 0; i < 290; i++) B[i] = A[(unsigned char)(i + m)];
  return 0;
}
APART int modulo(int n, int m) {
  for (unsigned i = 0; i < 290; i++) A[(i + m) % 200u] = i * n;
  for (unsigned i = 0; i < 290; i++) B[i] = A[(i + m) % 200u];
  return 0;
}
APART int heap(int n, int m) {
  int *t = malloc(n * sizeof *t + 4);
  L(0, n) t[i] = A[i] + m;
  L(0, n) B[i] = t[i];
  free(t);
  return 0;
}
static APART void pointers(int n, int *p, int *q) { L(0, n) p[i] = q[i] + 1; L(0, n) q[i] = p[i] * 2; }
APART int overlap(int n, int m) { pointers(n, A, A + 1); pointers(n, B + 1, B); pointers(n, C, D); return m; }

LIST(CALL(same) CALL(odd_after_even) CALL(overwritten) CALL(ahead) CALL(ahead_by_stride)
     CALL(reversed_write) CALL(reversed_read) CALL(both_down) CALL(ahead_downward) CALL(wider)
     CALL(masked) CALL(wrapping) CALL(modulo) CALL(heap) CALL(overlap))
