// In a loop around, the check is made anew in each iteration: what it tells of the pointers must not be
// believed of those of the next iteration, whether or not the loop around is unrolled.
//
// RUN: %run_both --fused %s -O2 | FileCheck %s
// RUN: %run_both --fused %s -O3 -mllvm -unroll-threshold=4000
//
// CHECK-DAG: fused in f:{{.*}}; behind a run-time check
// CHECK-DAG: fused in g:{{.*}}; behind a run-time check
// CHECK: exit status: 0

#include <stdio.h>
static int M[4000];
__attribute__((noinline)) void f(int **rows, int n) {
  for (int k = 0; k < 4; k++) {
    int *a = rows[k], *b = rows[k + 1], *c = rows[k + 2];
    for (int i = 0; i < n; i++) b[i] = a[i] * 2 + 1;
    for (int i = 0; i < n; i++) c[i] = b[i] + a[i];
  }
}
__attribute__((noinline)) void g(int **rows) {
  for (int k = 0; k < 4; k++) {
    int *a = rows[k], *b = rows[k + 1], *c = rows[k + 2];
    for (int i = 0; i < 8; i++) b[i] = a[i] * 2 + 1;
    for (int i = 0; i < 8; i++) c[i] = b[i] + a[i];
  }
}
int main() {
  unsigned h = 1;
  for (int step = 0; step < 60; step++) for (int n = 0; n < 50; n += 7) {
    int *rows[8];
    for (int i = 0; i < 4000; i++) M[i] = i * 37 % 101;
    for (int i = 0; i < 8; i++) rows[i] = M + 100 + i * step;
    f(rows, n); g(rows);
    for (int i = 0; i < 4000; i++) h = h * 31 + M[i];
  }
  printf("%u\n", h);
}
