// Loads of what earlier iterations of the fused loop stored are values in registers: the loop stays
// vectorised, at whatever count. Not where the store is conditional.
//
// RUN: %run_both --fused %s -O2 -ffp-contract=off | FileCheck %s
// RUN: %run_both --fused '--options=place=early' %s -O3 -march=native -ffp-contract=off
// RUN: %run_both --fused '--options=place=late;no-profit' %s -O1 -ffp-contract=off
// RUN: %clang_fuse -O2 -ffp-contract=off -c %s -o %t.o -Rpass=loop-vectorize 2>&1 | FileCheck %s --check-prefix=VECTOR
//
// CHECK-DAG: fused in start:{{.*}}; the first 1 iteration(s) of the first loop run before; 1 load(s) replaced by values of earlier iterations
// CHECK-DAG: fused in three:{{.*}}; 2 load(s) replaced
// CHECK-DAG: fused in two:{{.*}}, trip count {{.*}}; 1 load(s) replaced
// CHECK-DAG: fused in down:{{.*}}; 1 load(s) replaced
// CHECK-NOT: fused in cond:{{.*}}replaced
// CHECK: exit status: 0
//

#include <stdio.h>
#include <stdlib.h>
#define APART __attribute__((noinline))
APART void start(const double *restrict in, double *restrict out, int n) {
  double *t = malloc(n * sizeof *t);
  // VECTOR: [[#@LINE+1]]:3: remark: vectorized loop
  for (int i = 0; i < n; i++) t[i] = in[i] * in[i];
  for (int i = 1; i < n; i++) out[i] = t[i] - t[i - 1];
  free(t);
}
APART void three(const float *restrict in, float *restrict t, float *restrict out, int n) {
  // VECTOR: [[#@LINE+1]]:3: remark: vectorized loop
  for (int i = 0; i < n; i++) t[i + 4] = in[i] * in[i];
  for (int i = 0; i < n; i++) out[i] = t[i + 3] + t[i + 4] + t[i + 5];
}
APART void two(const float *restrict in, float *restrict t, float *restrict out, int n) {
  // VECTOR: [[#@LINE+1]]:3: remark: vectorized loop
  for (int i = 0; i < n; i++) t[i + 4] = in[i] * 3;
  for (int i = 0; i < n; i++) out[i] = t[i + 2] - t[i + 4];
}
APART void down(const int *restrict in, int *restrict t, int *restrict out, int n) {
  // VECTOR: [[#@LINE+1]]:3: remark: vectorized loop
  for (int i = n - 1; i >= 0; i--) t[i] = in[i] * 3;
  for (int i = n - 1; i >= 0; i--) out[i] = t[i] - t[i + 1];
}
APART void cond(const int *restrict in, int *restrict t, int *restrict out, int n) {
  for (int i = 0; i < n; i++) if (in[i] & 1) t[i + 1] = in[i] * 3;
  for (int i = 0; i < n; i++) out[i] = t[i];
}
APART void twice(const int *restrict in, int *restrict t, int *restrict out, int n) {
  for (int i = 0; i < n; i++) { t[i + 1] = in[i] * 3; if (in[i] & 2) t[i + 1] = 4; }
  for (int i = 0; i < n; i++) out[i] = t[i] + t[i + 1];
}
double D[300], O[300]; float F[300], T[300], P[300]; int A[300], B[300], C[300];
int main() {
  for (int n = 0; n < 70; n++) {
    for (int i = 0; i < 300; i++) D[i] = i * 37 % 101, F[i] = i * 31 % 97, T[i] = i, A[i] = i * 29 % 83, B[i] = -i, P[i] = 0, O[i] = 1;
    double s = 0;
    start(D, O, n); three(F, T, P, n); for (int i = 0; i < 300; i++) s = s * 0.9 + O[i] + P[i] + T[i];
    two(F, T, P, n); for (int i = 0; i < 300; i++) s = s * 0.9 + P[i] + T[i];
    down(A, B, C, n); for (int i = 0; i < 300; i++) s = s * 0.9 + B[i] + C[i];
    cond(A, B, C, n); for (int i = 0; i < 300; i++) s = s * 0.9 + B[i] + C[i];
    twice(A, B, C, n); for (int i = 0; i < 300; i++) s = s * 0.9 + B[i] + C[i];
    printf("%d %.17g\n", n, s);
  }
}
