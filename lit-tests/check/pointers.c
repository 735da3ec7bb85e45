// Pointers that may overlap: fused under a check, the original loops otherwise. The result is the same
// whether they overlap or not, at whatever distance.
//
// RUN: %run_both --fused %s -I%S/../Inputs -O2 | FileCheck %s
// RUN: %run_both --fused '--options=place=early' %s -I%S/../Inputs -O3 -march=native
// RUN: %run_both --fused '--options=place=late;no-profit' %s -I%S/../Inputs -O1
//
// CHECK-DAG: fused in two:{{.*}}; behind a run-time check of 3 pair(s) of pointers
// CHECK-DAG: fused in chain:{{.*}}; behind a run-time check of 6 pair(s) of pointers
// CHECK-DAG: fused in chain:{{[0-9]*}}: fused loop at line {{[0-9]+}} with loop at line {{[0-9]+}}, trip count {{[^;]*$}}
// CHECK-DAG: fused in downward:{{.*}}; behind a run-time check
// CHECK-DAG: fused in carried:{{.*}}; behind a run-time check
// CHECK-DAG: fused in inner:{{.*}}; behind a run-time check
// CHECK-DAG: fused in rows:{{.*}}; behind a run-time check
// CHECK-DAG: fused in uneven:{{.*}}; the last 1 iteration(s) of the first loop run afterwards; behind a run-time check
// CHECK: exit status: 0

#include <stdio.h>

#define APART __attribute__((noinline))

APART static int two(int *a, int *b, int *c, int *d, int n) {
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  for (int i = 0; i < n; i++) c[i] = b[i] + a[i];
  return d[0];
}
APART static int chain(int *a, int *b, int *c, int *d, int n) {
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  for (int i = 0; i < n; i++) c[i] = b[i] + a[i];
  for (int i = 0; i < n; i++) d[i] = c[i] - b[i];
  return n;
}
APART static int downward(int *a, int *b, int *c, int *d, int n) {
  for (int i = n - 1; i >= 0; i--) b[i] = a[i] * 2;
  for (int i = n - 1; i >= 0; i--) c[i] = b[i] + 7;
  return d[0];
}
APART static int carried(int *a, int *b, int *c, int *d, int n) {
  int least = 99, sum = 0;
  for (int i = 0; i < n; i++) {
    b[i] = a[i] * 2;
    least = a[i] < least ? a[i] : least;
  }
  for (int i = 0; i < n; i++) {
    c[i] = b[i] + 1;
    sum += a[i];
  }
  d[0] = least;
  return least * 3 + sum;
}
APART static int inner(int *a, int *b, int *c, int *d, int n) {
  int sum = 0;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < n; i++) b[i] = a[i] + k;
    for (int i = 0; i < n; i++) c[i] = b[i] * 3;
    sum += c[k] - d[k];
  }
  return sum;
}
APART static int rows(int *a, int *b, int *c, int *d, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 5; k++) b[5 * i + k] = a[5 * i + k] + 1;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 5; k++) c[5 * i + k] = b[5 * i + k] * 3;
  return d[0];
}
APART static int uneven(int *a, int *b, int *c, int *d, int n) {
  for (int i = 0; i < 30; i++) b[i] = a[i] * 2;
  for (int i = 0; i < 29; i++) c[i] = b[i] + a[i];
  return d[0] + n;
}

static int M[1000];

static void run(const char *name, int (*f)(int *, int *, int *, int *, int)) {
  static const int places[] = {0, 1, 3, 17, 34, 35, 36, 70, 180};
  unsigned hash = 1;
  for (int b = 0; b < 9; b++)
    for (int c = 0; c < 9; c++)
      for (int d = 0; d < 9; d += 2)
        for (int n = 0; n < 40; n += n < 3 ? 1 : 32) {
          for (int i = 0; i < 1000; i++) M[i] = i * 37 % 101;
          int *m = M + 300;
          hash = hash * 31 + f(m, m + places[b], m + 90 - places[c], m + places[d] - 20, n);
          for (int i = 0; i < 1000; i++) hash = hash * 31 + M[i];
        }
  printf("%s %u\n", name, hash);
}

int main(void) {
  run("two", two), run("chain", chain), run("downward", downward), run("carried", carried);
  run("inner", inner), run("rows", rows), run("uneven", uneven);
}
