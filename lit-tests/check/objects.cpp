// Objects that nothing tells apart but a check, or the language: new against a loaded pointer, rows of a double ** in
// one iteration of the loop over them, pointers that a loop over time swaps, two outputs of one loop, bytes.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused --options='check-work=0' %s
// RUN: %run_both --fused --options='check-work=0;place=early' %s
// RUN: %run_both --fused --options='check-work=0;place=late' %s -O3
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct grid {
  double *p;
  int n;
};

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}; behind a run-time check of 1 pair
__attribute__((noinline)) void own(grid *g, double *out) {
  double *t = new double[g->n];
  for (int i = 0; i < g->n; i++) t[i] = g->p[i] * 2;
  for (int i = 0; i < g->n; i++) out[i] = t[i] + 1;
  delete[] t;
}

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}; behind a run-time check of 3 pair
__attribute__((noinline)) void rows(double **a, double **t, double **b, int n, int m) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < m; j++) t[i][j] = a[i][j] * 2;
    for (int j = 0; j < m; j++) b[i][j] = t[i][j] + 1;
  }
}

// Whether a row of one iteration is one of another nobody knows: see row-pointers.c.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; behind a run-time check of 3 pair
__attribute__((noinline)) void all_rows(double **a, double **t, double **b, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) t[i][j] = a[i][j] * 2;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) b[i][j] = t[i][j] + 1;
}

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}; behind a run-time check of 3 pair
__attribute__((noinline)) void steps(double *u, double *v, double *w, int n, int times) {
  for (int k = 0; k < times; k++) {
    for (int i = 1; i < n - 1; i++) v[i] = u[i - 1] + u[i + 1];
    for (int i = 1; i < n - 1; i++) w[i] += v[i];
    double *s = u;
    u = v;
    v = s;
  }
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+6]], {{.*}}; behind a run-time check of 3 pair
__attribute__((noinline)) void bytes(const unsigned char *in, unsigned char *a, unsigned char *b, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = in[i] >> 1;
    b[i] = in[i] >> 2;
  }
  for (int i = 0; i < n; i++) {
    a[i] += b[i];
    b[i] ^= in[i];
  }
}

static double all[600];
static unsigned char small[600];
#pragma clang optimize off
static void fill() {
  for (int i = 0; i < 600; i++) all[i] = i % 17, small[i] = i * 7;
}
static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < 600; i++) sum = sum * 0.99 + all[i] + small[i];
  std::printf("%s %a\n", what, sum);
}
int main() {
  double *r[3][8];
  for (int n = 0; n < 40; n += 13)
    for (int at = 0; at < 130; at += 1 + at / 3) {
      grid g = {all + 60, n};
      fill(), own(&g, all + at), show("own");
      for (int k = 0; k < 8; k++) r[0][k] = all + 60 + (k ^ 3) * n / 2, r[1][k] = all + at + k * n, r[2][k] = all + 300 + k * 9;
      fill(), rows(r[0], r[1], r[2], 8, n / 2), show("rows");
      fill(), rows(r[1], r[2], r[0], 8, n / 2), show("rows");
      fill(), all_rows(r[0], r[1], r[2], 8, n / 2), show("all_rows");
      fill(), steps(all + 60, all + at, all + 200, n, 3), show("steps");
      fill(), steps(all + 60, all + 160, all + at + 100, n, 4), show("steps");
      fill(), bytes(small + 60, small + at, small + 100, n), show("bytes");
    }
}
