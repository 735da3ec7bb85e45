// A loop that goes on with what the one before has accumulated begins anew, where the operation may be done in any order, and
// both are joined behind it.
//
// RUN: %clang_fuse -O3 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O3 -g -c %s -o /dev/null -ffast-math -DFAST -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s --check-prefix=FAST
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options=no-profit %s
#include <limits.h>
#include <stdio.h>

#define APART __attribute__((noinline))

#ifndef FAST
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip count n
APART int sums(const int *restrict a, const int *restrict b, int n) {
  int s = 5;
  for (int i = 0; i < n; i++) s += a[i];
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}

// Several in a row, upwards and downwards.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+5]], trip count n
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], trip count n
APART unsigned several(const unsigned char *a, int *restrict out, int n) {
  unsigned s = 1;
  for (int i = 0; i < n; i++) s += a[i];
  for (int i = 0; i < n; i++) s += out[i] = a[i] * 2;
  for (int i = 0; i < n; i++) s -= out[i] + a[i];
  return s;
}

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], trip count n
APART int peak(const int *a, int n) {
  int m = INT_MIN;
  for (int i = 0; i < n; i++)
    if (a[i] > m) m = a[i];
  for (int i = 0; i < n; i++)
    if (-a[i] > m) m = -a[i];
  return m;
}

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip count n
APART unsigned bits(const unsigned *a, const unsigned *restrict b, int n) {
  unsigned x = 3, o = 0, all = ~0u;
  for (int i = 0; i < n; i++) x ^= a[i], o |= b[i], all &= a[i] | 16;
  for (int i = 0; i < n; i++) x ^= b[i] * 3, o |= a[i] >> 3, all &= b[i] | 32;
  return x + o + all;
}

// Planes, and a sum that each row goes on with.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], trip count h
APART long planes(const int *a, int h, int w) {
  long s = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) s += a[y * w + x];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) s += (long)a[y * w + x] * a[y * w + x];
  return s;
}

// The order of floating-point additions counts.
// CHECK-DAG: loop at line [[#@LINE+4]] and loop at line [[#@LINE+5]] not fused: the second loop goes on with {{.*}}, the result of the first loop
// CHECK-DAG: where it does not matter in which order this is computed, let each loop begin with a variable of its own
APART double strict(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  for (int i = 0; i < n; i++) s += a[i] * a[i];
  return s;
}

// What is accumulated is used on the way: stored,
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused: the second loop goes on with {{.*}}, the result of the first loop
APART int stored(const int *a, int *restrict out, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  for (int i = 0; i < n; i++) out[i] = s += a[i];
  return s;
}

// compared,
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused: the second loop goes on with {{.*}}, the result of the first loop
APART int compared(const int *a, int n) {
  int m = -1, at = -1;
  for (int i = 0; i < n; i++) m = a[i] > m ? a[i] : m;
  for (int i = 0; i < n; i++)
    if (a[i] * 2 > m) m = a[i] * 2, at = i;
  return m + at;
}

// in another operation,
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused: the second loop goes on with {{.*}}, the result of the first loop
APART unsigned mixed(const unsigned *a, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  for (int i = 0; i < n; i++) s = s * 3 + a[i];
  return s;
}

// twice at once,
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused: the second loop goes on with {{.*}}, the result of the first loop
APART unsigned twice(const unsigned *a, int n) {
  unsigned s = 1;
  for (int i = 0; i < n; i++) s += a[i];
  for (int i = 0; i < n; i++) s = s + s + a[i];
  return s;
}

// or left out.
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused: the second loop goes on with {{.*}}, the result of the first loop
APART int begun(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  for (int i = 0; i < n; i++) s = a[i] == 7 ? 0 : s + a[i];
  return s;
}

// What is taken from what is accumulated.
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused: the second loop goes on with {{.*}}, the result of the first loop
APART int turned(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  for (int i = 0; i < n; i++) s = a[i] - s;
  return s;
}
#endif

// CHECK-DAG: loop at line [[#@LINE+4]] and loop at line [[#@LINE+5]] not fused: the second loop goes on with {{.*}}, the result of the first loop
// FAST-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip count n
APART double loose(const double *a, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) s += a[i];
  for (int i = 0; i < n; i++) s -= a[i] * a[i];
  return s;
}

// FAST-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip count n
APART float least(const float *a, const float *restrict b, int n) {
  float m = a[0];
  for (int i = 0; i < n; i++) m = a[i] < m ? a[i] : m;
  for (int i = 0; i < n; i++) m = b[i] + a[i] < m ? b[i] + a[i] : m;
  return m;
}

#ifndef FAST
int main(void) {
  enum { MOST = 300 };
  static const int sizes[] = {0, 1, 2, 3, 17, 64, 300, -1, INT_MIN};
  static int a[MOST], b[MOST], out[MOST];
  static unsigned char bytes[MOST];
  static double d[MOST];
  static float f[MOST];
  for (int i = 0; i < MOST; i++) {
    a[i] = (i * 7919) % 1000 - 480, b[i] = (i * 31) % 77 - 30, bytes[i] = i * 91;
    d[i] = a[i] * 0.37, f[i] = b[i] * 0.25f;
  }
  for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++) {
    const int n = sizes[s];
    unsigned t = several(bytes, out, n);
    printf("%d %u %d %u ", sums(a, b, n), t, peak(a, n), bits((unsigned *)a, (unsigned *)b, n));
    printf("%ld %.17g %d ", n > 0 ? planes(a, n / 17, 17) + planes(a, 3, n / 3) : 0, strict(d, n), stored(a, out, n));
    printf("%d %u %u %d %d ", compared(a, n), mixed((unsigned *)a, n), twice((unsigned *)b, n), begun(b, n), turned(a, n));
    printf("%.17g %g\n", loose(d, n), least(f, f + 1, n > 0 ? n - 1 : n));
    for (int i = 0; i < MOST; i++) t = t * 31 + (unsigned)out[i];
    printf("%u\n", t);
  }
  return 0;
}
#endif
