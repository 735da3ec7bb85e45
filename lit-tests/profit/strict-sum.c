// A sum in strict order waits for its additions. What another loop does for the same elements is done in that time, though
// not in vectors, if that is little and the loops are long.
//
// RUN: %clang_fuse -O3 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options=no-profit %s
#include <stdio.h>
#include <stdlib.h>

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], trip count n; where there are more than 511 iterations
__attribute__((noinline)) double residual(int n, double *restrict r, const double *restrict q, double a) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    r[i] -= a * q[i];
  for (int i = 0; i < n; i++)
    sum += r[i] * r[i];
  return sum;
}

// Arrays that only the loops need go where these are long.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]], trip count n; where there are more than 511 iterations
// CHECK-DAG: remark: array {{.*}} is allocated only where the original loops run
__attribute__((noinline)) double temporary(int n, const double *a) {
  double *t = malloc(n * sizeof *t), sum = 0;
  for (int i = 0; i < n; i++)
    t[i] = a[i] * 0.5;
  for (int i = 0; i < n; i++)
    sum += t[i];
  free(t);
  return sum;
}

// Known to be long.
static double known[1000];
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], trip count 1000 {{\[}}
__attribute__((noinline)) double long_enough(const double *restrict from) {
  double sum = 0;
  for (int i = 0; i < 1000; i++)
    known[i] = from[i] + 1;
  for (int i = 0; i < 1000; i++)
    sum += known[i];
  return sum;
}

// Too short.
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+5]] not fused: the fused loop would not be vectorised: in loop at line [[#@LINE+5]], {{.*}} accumulates floating-point numbers in strict order
__attribute__((noinline)) double too_short(const double *restrict from) {
  double sum = 0;
  for (int i = 0; i < 500; i++)
    known[i] = from[i] + 1;
  for (int i = 0; i < 500; i++)
    sum += known[i];
  return sum;
}

// Too much for the time of an addition.
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+8]] not fused: the fused loop would not be vectorised
__attribute__((noinline)) double too_much(int n, double *restrict r, const double *restrict q, double a) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    const double x = q[i] - a;
    r[i] = x * x * x + a * x * (x - 2) * (x + 3) - 5 * x * (a - x);
  }
  // Sum.
  for (int i = 0; i < n; i++)
    sum += r[i];
  return sum;
}

// Divisions wait for each other.
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+5]] not fused: the fused loop would not be vectorised
__attribute__((noinline)) double divided(int n, double *restrict r, const double *restrict q, double a) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    r[i] = a / q[i];
  for (int i = 0; i < n; i++)
    sum += r[i];
  return sum;
}

// What both only read.
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+5]] not fused: the fused loop would not be vectorised
__attribute__((noinline)) double only_read(int n, double *restrict r, const double *restrict q, double a) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    r[i] = a * q[i];
  for (int i = 0; i < n; i++)
    sum += q[i];
  return sum;
}

int main(void) {
  static const int sizes[] = {0, 1, 5, 510, 511, 512, 513, 2000, -3};
  static double r[2000], q[2000];
  double sum = 0;
  for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++) {
    const int n = sizes[s];
    for (int i = 0; i < 2000; i++)
      r[i] = i % 7 + 1, q[i] = i % 11 + 0.25;
    sum += residual(n, r, q, 0.25) + (n >= 0 ? temporary(n, r) : 0) + divided(n, r, q, 3);
    sum += too_much(n, r, q, 0.5) + only_read(n, r, q, 2) + long_enough(q) + too_short(r);
    for (int i = 0; i < 2000; i++)
      sum += r[i] * i;
    printf("%.17g\n", sum);
  }
  return 0;
}
