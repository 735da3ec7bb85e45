// A loop that adds something up in the one within it, down columns, changes places with that one where that is asked for.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm '-loop-fuse-options=interchange;verify' -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck --check-prefix=OFF --allow-empty %s
// RUN: %run_both --fused '--options=interchange' %s
// RUN: %run_both --fused '--options=interchange;no-profit' %s
// RUN: %run_both --fused '--options=interchange;place=late' %s
// OFF-NOT: changes places
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

// CHECK-DAG: loop at line [[#@LINE+3]] changes places with loop at line [[#@LINE+5]]: it walks along rows, where that one walked down columns; behind a run-time check of 2 pair(s) of pointers; where it has at least 16 iterations
NOINLINE void product(const double *a, const double *b, double *c, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

// The sum stays in memory, and begins with what was there.
// CHECK-DAG: loop at line [[#@LINE+3]] changes places with loop at line [[#@LINE+5]]
NOINLINE void update(const float *a, const float *b, float *c, int n, float beta) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i * n + j] *= beta;
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

// The product with the transpose walks along rows then, as the update does, and both are one.
// CHECK-DAG: loop at line [[#@LINE+9]] changes places with loop at line [[#@LINE+10]]: it walks along rows, where that one walked down columns [
// CHECK-DAG: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+8]]
enum { N = 64 };
static double m[N][N];
NOINLINE void update_and_multiply(const double *restrict u, const double *restrict v, const double *restrict y,
                                  double *restrict x) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      m[i][j] += u[i] * v[j];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      x[i] += m[j][i] * y[j];
}

// What is added lies in the places of other sums.
// CHECK-NOT: loop at line [[#@LINE+2]] changes places
NOINLINE void reads_sums(float *a, int n) {
  for (int j = 0; j < n; j++) {
    float s = 0;
    for (int k = 0; k < n; k++)
      s += a[k * n + j];
    a[j] = s;
  }
}

// Sums have no places of their own.
// CHECK-NOT: loop at line [[#@LINE+2]] changes places
NOINLINE void one_place(const float *a, float *c, int n) {
  for (int j = 0; j < n; j++) {
    float s = 0;
    for (int k = 0; k < n; k++)
      s += a[k * n + j];
    *c = s;
  }
}

// How many steps a sum takes depends on which one it is.
// CHECK-NOT: loop at line [[#@LINE+2]] changes places
NOINLINE void triangle(const float *a, float *c, int n) {
  for (int j = 0; j < n; j++) {
    float s = 0;
    for (int k = 0; k <= j; k++)
      s += a[k * n + j];
    c[j] = s;
  }
}

static double doubles[4 * 40 * 40];
static float floats[4 * 40 * 40];

static unsigned long sum(const void *p, size_t bytes) {
  unsigned long s = 0;
  for (size_t i = 0; i < bytes; i++)
    s = s * 31 + ((const unsigned char *)p)[i];
  return s;
}

static void fill(void) {
  for (int i = 0; i < 4 * 40 * 40; i++) {
    doubles[i] = i * 37 % 23 * 0.37;
    floats[i] = i * 31 % 29 * 0.7f;
  }
}

int main(void) {
  static const int sizes[] = {-1, 0, 1, 2, 15, 16, 17, 40};
  // Apart, and where the sums overlap what is read.
  static const int begins[] = {3200, 0, 1600, 1, 801, 2400};
  for (int s = 0; s < 8; s++)
    for (int o = 0; o < 6; o++) {
      int n = sizes[s];
      fill();
      product(doubles, doubles + 1600, doubles + begins[o], n);
      update(floats, floats + 1600, floats + begins[o], n, 0.5f);
      reads_sums(floats, n);
      one_place(floats, floats + begins[o], n);
      triangle(floats, floats + begins[o], n);
      printf("%d %d %lx %lx\n", n, begins[o], sum(doubles, sizeof doubles), sum(floats, sizeof floats));
    }
  fill();
  for (int t = 0; t < 3; t++)
    update_and_multiply(doubles, doubles + 100, doubles + 200, doubles + 300);
  printf("%lx %lx\n", sum(m, sizeof m), sum(doubles, sizeof doubles));
}
