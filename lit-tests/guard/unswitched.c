// A step between loops that a flag switches on: no loop follows the first one straight. Each way that the flag goes is a version
// of all loops, and in each of them they follow each other.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=0;place=early' %s
// RUN: %run_both --fused --options='check-work=0;place=late' %s
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

struct params {
  int w, h, denoise, sharpen;
  float gain;
};

// CHECK-DAG: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+7]], trip count n; in a version for one outcome of a condition that loops run under; behind a run-time check
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+7]], trip count n; in a version for one outcome of a condition that loops run under
// The version without the step.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+5]], trip count n; in a version for one outcome of a condition that loops run under; behind a run-time check
NOINLINE void step(const float *in, float *t, float *out, int n, int flag) {
  for (int i = 0; i < n; i++) t[i] = in[i] * 2;
  if (flag)
    for (int i = 0; i < n; i++) t[i] = t[i] + 1;
  for (int i = 0; i < n; i++) out[i] = t[i] + in[i];
}

// One of two ways to do it.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], trip count n; in a version for one outcome
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+6]], trip count n; in a version for one outcome
NOINLINE void either(const float *in, float *t, float *out, int n, int quality) {
  for (int i = 0; i < n; i++) t[i] = in[i] * 2;
  if (quality > 3) {
    for (int i = 0; i < n; i++) out[i] = t[i] + 1;
  } else {
    for (int i = 0; i < n; i++) out[i] = t[i] * t[i];
  }
}

// The last step: the two loops before it are fused without it, too.
// CHECK-DAG: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+6]], {{.*}}; in a version for one outcome of a condition that loops run under; behind
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+7]], {{.*}}; in a version for one outcome
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}; in a version for one outcome of a condition that loops run under; behind
NOINLINE int last(const int *in, int *t, int *out, int n, int flag) {
  int sum = 0, most = 0, done = 0;
  for (int i = 0; i < n; i++) t[i] = in[i] * 2;
  for (int i = 0; i < n; i++) out[i] = t[i] * t[i] + 1, sum += t[i];
  if (flag) {
    for (int i = 0; i < n; i++) most += (out[i] += t[i]);
    done = n;
  }
  return sum + most + done;
}

// Two steps, each with a flag of its own, in a structure that the loops do not write.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+7]], {{.*}}; in a version for one outcome
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+9]], {{.*}}; in a version for one outcome
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+10]], {{.*}}; in a version for one outcome
NOINLINE void image(const struct params *p, const float *in, float *t, float *out) {
  for (int y = 0; y < p->h; y++)
    for (int x = 0; x < p->w; x++) t[y * p->w + x] = in[y * p->w + x] * p->gain;
  if (p->denoise)
    for (int y = 0; y < p->h; y++)
      for (int x = 0; x < p->w; x++) t[y * p->w + x] = t[y * p->w + x] * 0.5f + 1;
  if (p->sharpen)
    for (int y = 0; y < p->h; y++)
      for (int x = 0; x < p->w; x++) t[y * p->w + x] = t[y * p->w + x] * t[y * p->w + x];
  for (int y = 0; y < p->h; y++)
    for (int x = 0; x < p->w; x++) out[y * p->w + x] = t[y * p->w + x] + in[y * p->w + x];
}

// The flag is asked twice, and a step runs where it is not set.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]], trip count n; in a version for one outcome
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+8]], trip count n; in a version for one outcome
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+8]], trip count n; in a version for one outcome
NOINLINE void twice(const double *restrict a, double *restrict b, double *restrict c, double *restrict d, int n, int flag) {
  for (int i = 0; i < n; i++) b[i] = a[i] + 1;
  if (flag)
    for (int i = 0; i < n; i++) b[i] = b[i] * 3;
  for (int i = 0; i < n; i++) c[i] = b[i] * a[i];
  if (!flag)
    for (int i = 0; i < n; i++) c[i] = c[i] - b[i];
  for (int i = 0; i < n; i++) d[i] = c[i] * 0.5;
}

// The first loop is the step; pointers are told apart in the version in which it runs.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip count n; in a version for one outcome of a condition that loops run under; behind a run-time check
NOINLINE void first(const float *in, float *t, float *out, int n, int flag) {
  if (flag > 2)
    for (int i = 0; i < n; i++) t[i] = in[i] * 2;
  for (int i = 0; i < n; i++) out[i] = t[i] + in[i];
}

// Two steps under one flag before the loop that always runs, and something else between.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+5]], {{.*}}; in a version for one outcome
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+7]], {{.*}}; in a version for one outcome
NOINLINE long before(const double *restrict a, double *restrict b, double *restrict c, long n, long flag) {
  if (flag != 3) {
    for (long i = 0; i < n; i++) b[i] = a[i] * 2;
    for (long i = 0; i < n; i++) b[i] = b[i] + a[i];
  }
  long at = flag * n;
  for (long i = 0; i < n; i++) c[i] = b[i] * 0.5 + at;
  return at;
}

int main(void) {
  enum { SIZE = 4000 };
  float *a = malloc(SIZE * sizeof(float)), *t = malloc(SIZE * sizeof(float)), *o = malloc(SIZE * sizeof(float));
  int k[600] = {4, 6};
  double *d = malloc(4 * SIZE * sizeof(double));
  for (int i = 0; i < SIZE; i++) a[i] = i % 17, t[i] = 1, o[i] = 2;
  for (int i = 0; i < 4 * SIZE; i++) d[i] = i % 5;
  double sum = 0;
  for (int flag = 0; flag < 8; flag++)
    for (int overlap = 0; overlap < 3; overlap++)
      for (int n = -1; n < 100; n += n < 4 ? 1 : 31) {
        float *x = overlap == 1 ? a + 5 : t, *y = overlap == 2 ? t + 3 : o;
        struct params p = {n / 2, flag * 5, flag & 1, flag & 2, 1.5f};
        step(a, x, y, n, flag & 1);
        either(a, x, y, n, flag);
        sum += last(k, k + 200 - 30 * overlap, k + 400 - 30 * overlap, n, flag & 2);
        image(&p, a, x, y);
        first(a, x, y, n, flag);
        sum += before(d, d + SIZE, d + 2 * SIZE, n, flag);
        twice(d, d + SIZE, d + 2 * SIZE, d + 3 * SIZE, n, flag & 4);
        for (int i = 0; i < 120; i++) {
          sum = sum * 0.5 + o[i] + t[i] + a[i] * 0.25f + d[3 * SIZE + i] + k[400 + i];
          a[i] = i % 17;
        }
      }
  printf("%a\n", sum);
}
