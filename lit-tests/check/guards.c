// Loops that need not run together, and chains of them: a check asks all conditions.
//
// RUN: %run_both --fused %s -O2 | FileCheck %s
// RUN: %run_both --fused '--options=place=late;no-profit' %s -O1
//
// CHECK-DAG: fused in either:{{.*}}, trip count 200; where all loops run
// CHECK-DAG: fused in shorter:{{.*}}; the last 1 iteration(s) of the first loop run afterwards; where all loops run; where there are more than 1 iterations

#include <stdio.h>

int A[260], B[260], C[260], D[260];

__attribute__((noinline)) static void either(int p, int q, int n) {
  if (p)
    for (int i = 0; i < 200; i++) B[i] = A[i] + n;
  if (q)
    for (int i = 0; i < 200; i++) C[i] = B[i] * 3;
}

__attribute__((noinline)) static void shorter(int n) {
  for (int i = 0; i < n; i++) B[i] = A[i] + 1;
  for (int i = 0; i < n - 1; i++) C[i] = B[i] * 3;
  for (int i = 0; i < n - 2; i++) D[i] = C[i] - B[i];
}

static void show(const char *what, int n) {
  unsigned sum = 0;
  for (int i = 0; i < 260; i++) {
    sum = sum * 31 + B[i] * 5 + C[i] * 3 + D[i];
    B[i] = C[i] = D[i] = -i;
  }
  printf("%s %d %u\n", what, n, sum);
}

int main(void) {
  for (int i = 0; i < 260; i++) A[i] = i * i;
  for (int both = 0; both < 4; both++) {
    either(both & 1, both & 2, both);
    show("either", both);
  }
  for (int n = -2; n < 9; n++) {
    shorter(n);
    show("shorter", n);
  }
  shorter(250);
  show("shorter", 250);
  either(-1, 1 << 31, 7);
  show("either", 7);
}
