// Nests at every level: what may fuse does, and the program does the same.
//
// RUN: %run_both --fused --options=no-profit %s -I%S/../Inputs | FileCheck %s --implicit-check-not='{{fused in (columns_crossed|row_ahead|no_outer|diagonal|overlapping_rows)}}'
// RUN: %run_both --fused --options=no-profit %s -I%S/../Inputs -O1 -fno-strict-aliasing
// RUN: %run_both %s -I%S/../Inputs -O3 -march=native
//
// CHECK-DAG: fused in rows:
// CHECK-DAG: fused in parameters:
// CHECK-DAG: fused in inner:
// CHECK-DAG: fused in row_sums:
// CHECK: exit status: 0

#include "run.h"

#define ROWS for (int i = 0; i < n; i++)
#define COLUMNS for (int j = 0; j < 40; j++)

APART int rows(int n, int m) { ROWS COLUMNS P[i][j] = M[i][j] + m; ROWS COLUMNS M[i][j] = 2 * P[i][j]; return 0; }
static APART void parameters(long n, long m, int p[restrict n][m], int q[restrict n][m]) {
  for (long i = 0; i < n; i++) for (long j = 0; j < m; j++) p[i][j] = i * 3 + j;
  for (long i = 0; i < n; i++) for (long j = 0; j < m; j++) q[i][j] = p[i][j] * 5;
}
APART int with_parameters(int n, int m) { parameters(n, m, (void *)M, (void *)P); return 0; }
APART int inner(int n, int m) {
  ROWS { for (int j = 0; j < m; j++) P[i][j] = j; for (int j = 0; j < m; j++) M[i][j] = P[i][j] + i; }
  return 0;
}
APART int columns_crossed(int n, int m) {
  ROWS { for (int j = 0; j < m; j++) P[i][j] = j; for (int j = 0; j < m; j++) M[i][j] = P[i][m - 1 - j]; }
  return 0;
}
APART int row_sums(int n, int m) {
  ROWS { int s = m; COLUMNS s += M[i][j]; A[i] = s; }
  ROWS { int s = A[i]; COLUMNS s ^= P[i][j]; B[i] = s; }
  return 0;
}
APART int row_ahead(int n, int m) { ROWS COLUMNS P[i][j] = m; ROWS COLUMNS M[i][j] = P[i + 1][j]; return 0; }
APART int no_outer(int n, int m) { ROWS COLUMNS A[j] = M[i][j] + m; ROWS COLUMNS P[i][j] = A[j]; return 0; }
APART int diagonal(int n, int m) { ROWS COLUMNS A[i + j] = i * m; ROWS COLUMNS P[i][j] = A[i + j]; return 0; }
APART int overlapping_rows(int n, int m) {
  int *flat = &M[0][0];
  ROWS COLUMNS flat[i * 39 + j] = i + j + m;
  ROWS COLUMNS P[i][j] = flat[i * 39 + j];
  return 0;
}
APART int filled_rows(int n, int m) { ROWS memset(P[i], m, sizeof P[i]); ROWS A[i] = P[i][i]; return 0; }
APART int copied_rows(int n, int m) {
  ROWS memcpy(P[i], M[i], sizeof P[i]);
  for (int i = 0; i + 1 < n; i++) memcpy(M[i + 1], P[i], sizeof P[i]);
  return m;
}
APART int triangles(int n, int m) {
  ROWS { for (int j = 0; j < i; j++) P[i][j] = M[i][j] + m; A[i] = P[i][0]; }
  ROWS { B[i] = A[i]; for (int j = 0; j < i; j++) M[i][j] = P[i][j] + 1; }
  return 0;
}
APART int by_columns(int n, int m) {
  for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) P[i][j] = i - j;
  for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) M[i][j] = P[i][j];
  return 0;
}
APART int other_order(int n, int m) {
  for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) P[i][j] = i - j;
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) M[i][j] = P[i][j];
  return 0;
}

LIST(CALL(rows) CALL(with_parameters) CALL(inner) CALL(columns_crossed) CALL(row_sums) CALL(row_ahead)
     CALL(no_outer) CALL(diagonal) CALL(overlapping_rows) CALL(filled_rows) CALL(copied_rows)
     CALL(triangles) CALL(by_columns) CALL(other_order))
