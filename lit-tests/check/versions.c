// Loops that come in versions: one for arrays whose elements follow each other, and one for any distance between them, as
// libraries and compilers write them. Where all tests ask for the first version, the first versions are fused.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s --check-prefix=MISSED
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=0;place=early' %s
// RUN: %run_both --fused --options='check-work=0;place=late' %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vector { long n, step; double *at; };

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+8]], {{.*}}; where the tests hold that choose a version of each loop, as for contiguous arrays
__attribute__((noinline)) void axpy_scale(long n, double s, const double *x, long dx, double *y, long dy, double *z, long dz) {
  if (dx == 1 && dy == 1) {
    for (long i = 0; i < n; i++) y[i] += s * x[i];
  } else {
    for (long i = 0; i < n; i++) y[i * dy] += s * x[i * dx];
  }
  if (dy == 1 && dz == 1) {
    for (long i = 0; i < n; i++) z[i] = y[i] * 0.5;
  } else {
    for (long i = 0; i < n; i++) z[i * dz] = y[i * dy] * 0.5;
  }
}

// A loop without versions beside one that has some: either way is a version. The test is the other way around.
// CHECK-DAG: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+7]], {{.*}}; in a version for one outcome
__attribute__((noinline)) void one_of_two(long n, const double *restrict x, double *restrict y, long dy, double *restrict z) {
  if (dy != 1) {
    for (long i = 0; i < n; i++) y[i * dy] = x[i] + 1;
  } else {
    for (long i = 0; i < n; i++) y[i] = x[i] + 1;
  }
  for (long i = 0; i < n; i++) z[i] = y[i] * x[i];
}

// The test lies within: each row begins at so many bytes, rounded down to an element. Where the pitch is no multiple of one, the
// first version does something else than it seems to.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+11]], {{.*}}; where the tests hold
__attribute__((noinline)) void rows(long n, long m, long sa, long pa, const double *restrict a, long sb, long pb, double *restrict b,
                                    long sc, long pc, double *restrict c) {
  for (long j = 0; j < m; j++) {
    if (sa == 8 && sb == 8) {
      for (long i = 0; i < n; i++) b[(pb * j >> 3) + i] = a[(pa * j >> 3) + i] * 2;
    } else {
      for (long i = 0; i < n; i++)
        *(double *)((char *)b + pb / 8 * 8 * j + sb * i) = *(double *)((char *)a + pa / 8 * 8 * j + sa * i) * 2;
    }
  }
  for (long j = 0; j < m; j++) {
    if (sb == 8 && sc == 8) {
      for (long i = 0; i < n; i++) c[(pc * j >> 3) + i] = b[(pb * j >> 3) + i] + 1;
    } else {
      for (long i = 0; i < n; i++)
        *(double *)((char *)c + pc / 8 * 8 * j + sc * i) = *(double *)((char *)b + pb / 8 * 8 * j + sb * i) + 1;
    }
  }
}

// Each loop has a length of its own. They are asked whether they are equal, too.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+8]], {{.*}}; where the tests hold
__attribute__((noinline)) void lengths(long n, long m, const double *restrict x, long dx, double *restrict y, double *restrict z) {
  if (dx == 1) {
    for (long i = 0; i < n; i++) y[i] = x[i] + 1;
  } else {
    for (long i = 0; i < n; i++) y[i] = x[i * dx] + 1;
  }
  if (dx == 1) {
    for (long i = 0; i < m; i++) z[i] = y[i] * x[i];
  } else {
    for (long i = 0; i < m; i++) z[i] = y[i] * x[i * dx];
  }
}

// The second test reads what the first loop may write: it cannot be asked before.
// MISSED-DAG: loop at line [[#@LINE+4]] and loop at line [[#@LINE+11]] not fused: control flow joins between the loops
// MISSED-NOT: fused loop at line [[#@LINE+3]] with
__attribute__((noinline)) void overwritten(long n, const long *restrict x, long *y, const long *dz, long *restrict z) {
  if (*dz == 1) {
    for (long i = 0; i < n; i++) y[i] = x[i] & 3;
  } else {
    for (long i = 0; i < n; i++) y[i] = x[i] & 1;
  }
  if (*dz == 1) {
    for (long i = 0; i < n; i++) z[i] = y[i] * 5;
  } else {
    for (long i = 0; i < n; i++) z[i] = y[i] * 7;
  }
}

// No version says more than the other.
// MISSED-DAG: loop at line [[#@LINE+4]] and loop at line [[#@LINE+11]] not fused: other code also leads to behind the first loop
// MISSED-NOT: fused loop at line [[#@LINE+3]] with
__attribute__((noinline)) void unlike(long n, const double *restrict x, double *restrict y, long t, long u, double *restrict z) {
  if (t > 1) {
    for (long i = 0; i < n; i++) y[i] = x[i] + 1;
  } else {
    for (long i = 0; i < n; i++) y[i] = x[i] + 2;
  }
  if (u > 1) {
    for (long i = 0; i < n; i++) z[i] = y[i] * 3;
  } else {
    for (long i = 0; i < n; i++) z[i] = y[i] * 4;
  }
}

enum { SIZE = 4096 };
static double a[SIZE], b[SIZE], c[SIZE];
static long k[SIZE], l[SIZE];

static void begin(void) {
  for (int i = 0; i < SIZE; i++) a[i] = i % 37, b[i] = i % 11, c[i] = -i, k[i] = i % 5, l[i] = i % 3 + 1;
}

static void show(void) {
  unsigned long sum = 0, bits;
  for (int i = 0; i < SIZE; i++) {
    const double all[] = {a[i], b[i], c[i]};
    for (int n = 0; n < 3; n++) memcpy(&bits, &all[n], 8), sum = (sum ^ bits) * 0x100000001b3;
    sum = (sum + k[i] * 7 + l[i]) * 0x100000001b3;
  }
  printf("%lx\n", sum);
}

int main(void) {
  static const long sizes[] = {-1, 0, 1, 2, 7, 60, 500};
  for (int s = 0; s < 7; s++)
    for (long d = -2; d < 3; d++)
      for (long e = 0; e < 3; e++) {
        long n = sizes[s];
        begin();
        // Arrays apart, the same, and one over the other.
        axpy_scale(n, 1.5, a + 2000, d, b + 2000, 1, c + 2000, e);
        axpy_scale(n, 1.5, a + 2000, 1, b + 2000, e, c + 2000, 1);
        axpy_scale(n, 0.5, a, 1, a + 3, 1, c, 1);
        axpy_scale(n, 0.5, a, 1, c, 1, a + 5, 1);
        one_of_two(n, a, b + 2000, d, c);
        show();
        lengths(n, n + d * 3, a + 2000, e, b, c);
        lengths(n, n, a + 2000, e, b + 1000, c + 1000);
        overwritten(n, k, l, &l[n > 3 ? 3 : 0], k + 1000);
        overwritten(n, k, l, &l[1000], k + 1000);
        unlike(n, a, b, d, e, c);
        show();
        if (n > 20) continue;
        for (long p = -90; p < 100; p += 7) {
          begin();
          rows(n, 9, 8, 8 * 21, a + 400, 8, p, b + 400, 8, p + 61, c + 400);
          rows(n, 9, 8, 8 * 21, a + 400, 8, p * 8, b + 800, 8 * e, 8 * 22, c + 400);
          rows(n, p, 8, 8 * 21, a, 8, p, b + 800, 8, 8 * 22, c);
          show();
        }
      }
  return 0;
}
