// Three loops behind one check: the last one may follow the second without a lag, but must lag behind the first.
//
// RUN: %clang_fuse -O3 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused '--options=no-profit;check-work=0' %s
#include <stdio.h>
#include <string.h>

#define APART __attribute__((noinline))

// A step of Jacobi's method, by how much it changes what, and the copy back.
// CHECK-DAG: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+8]], {{.*}}; behind a run-time check of 3 pair(s) of pointers; where there are more than 1 iterations
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+12]], {{.*}}; the first 1 iteration(s) of the first loop run before
APART double jacobi(double *u, double *next, const double *f, int n) {
  double most = 0;
  // One step.
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      next[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] - f[i * n + j]);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      double change = next[i * n + j] - u[i * n + j];
      most += change * change;
    }
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      u[i * n + j] = next[i * n + j];
  return most;
}

// In one dimension, some elements back; the last loop lags by one behind the second, and by three behind the first.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+5]], {{.*}}; behind a run-time check
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], {{.*}}the first 3 iteration(s) of the first loop run before
APART void lines(int *a, int *b, int *c, int n) {
  // Three loops.
  for (int i = 3; i < n; i++) b[i] = a[i] + a[i - 3];
  for (int i = 3; i < n; i++) c[i] = b[i] * a[i - 1];
  for (int i = 3; i < n; i++) a[i] = c[i] - b[i];
}

int main(void) {
  enum { MOST = 40 };
  static double memory[6 * MOST * MOST];
  static int numbers[6 * 700];
  static const int sides[] = {0, 1, 2, 3, 4, 5, 17, 40, -2}, counts[] = {0, 1, 2, 3, 4, 5, 63, 600, -1};
  for (int s = 0; s < 9; s++)
    for (int at = -3; at < 6; at++) {
      const int n = sides[s], m = counts[s];
      for (int i = 0; i < 6 * MOST * MOST; i++) memory[i] = i % 37 * 0.5;
      for (int i = 0; i < 6 * 700; i++) numbers[i] = i % 101;
      double *u = memory + MOST * MOST;
      // Apart, a row behind each other, some elements, or one in the other.
      const int distance = at < 0 ? MOST * MOST : at < 3 ? at * n + 1 : at * n * n / 3;
      double most = 0;
      for (int t = 0; t < 3; t++) most += jacobi(u, u + distance, u + 3 * MOST * MOST, n);
      lines(numbers + 5, numbers + 5 + (at < 0 ? 700 : at * 2), numbers + 5 + (at < -1 ? 1400 : at * 3 + 2), m);
      unsigned hash = 0;
      for (int i = 0; i < 6 * 700; i++) hash = hash * 31 + (unsigned)numbers[i];
      for (int i = 0; i < 6 * MOST * MOST; i++) most += memory[i] * (i % 11);
      printf("%d %d %.17g %u\n", n, at, most, hash);
    }
  return 0;
}
