// Accesses that are perhaps not made, or at indices that are loaded or clamped: the check compares numbers that enclose
// them, over all iterations. Rows whose pitch nobody knows the sign of; a pitch that is negative takes the original
// loops.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}behind a run-time check
__attribute__((noinline)) void where(int n, const int *w, const int *y, int *z, int *q) {
  for (int i = 0; i < n; i++) if (w[i] > 0) z[i] = y[i];
  for (int i = 0; i < n; i++) if (w[i] > 0) q[i] = z[i] * 2;
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}behind a run-time check
__attribute__((noinline)) void choose(long n, const int *w, const int *y, int *z, int *q) {
  for (long i = n - 1; i >= 0; i--)
    if (w[i] > 0) z[i] = y[i]; else z[i] = 0;
  for (long i = n - 1; i >= 0; i--) q[i] = z[i] * 2;
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}behind a run-time check
__attribute__((noinline)) void copy(const unsigned char *src, int *t, unsigned char *dst, int w, int h, int sp, int dp) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) t[y * w + x] = src[y * sp + x] * 3;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) dst[y * dp + x] = t[y * w + x] >> 1;
}

// A table: one loop of the two is no vector loop, so that only the parameter fuses them.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+3]] not fused: the fused loop would not be vectorised
__attribute__((noinline)) void look(int n, const unsigned char *in, const int *table, int *z, int *q) {
  for (int i = 0; i < n; i++) z[i] = table[in[i]];
  for (int i = 0; i < n; i++) q[i] = z[i] * 2;
}

// The same, where the array between them goes: the check tells the table apart, for the vectoriser's sake.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}behind a run-time check
__attribute__((noinline)) void look_through(int n, const unsigned char *in, const int *table, int *q) {
  int *z = malloc(n * sizeof *z);
  for (int i = 0; i < n; i++) z[i] = in[i] * 2;
  for (int i = 0; i < n; i++) q[i] = table[z[i] & 255];
  free(z);
}

// Any index: nothing bounds what is read.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+3]] not fused: {{.*}} may point to the same memory
__attribute__((noinline)) void gather(int n, const int *in, const int *from, int *z, int *q) {
  for (int i = 0; i < n; i++) z[i] = from[in[i]];
  for (int i = 0; i < n; i++) q[i] = z[i] * 2;
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+7]], {{.*}}behind a run-time check
__attribute__((noinline)) void clamp(const int *in, int *t, int *out, int w, int h) {
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      int y = i - 2 < 0 ? 0 : i - 2 >= h - 1 ? h - 1 : i - 2, x = j + 1 >= w ? w - 1 : j + 1;
      t[i * w + j] = in[y * w + x] + 5;
    }
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) out[i * w + j] = t[i * w + j] ^ 3;
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+6]], {{.*}}behind a run-time check
__attribute__((noinline)) void some(int n, int m, const int *a, int *b, int *c) {
  for (int i = 0; i < n; i++) {
    b[i] = 1;
    for (int k = 0; k < m; k++) b[i] += a[i + k];
  }
  for (int i = 0; i < n; i++) if (b[i] & 1) c[i] = b[i];
}

#pragma clang optimize off
enum { ALL = 600 };
static int all[ALL];
static void fill(void) {
  for (int i = 0; i < ALL; i++) all[i] = i * 37 % 101 - 30;
}
static void show(const char *what) {
  unsigned sum = 0;
  for (int i = 0; i < ALL; i++) sum = sum * 31 + (unsigned)all[i];
  printf("%s %x\n", what, sum);
}
int main(void) {
  static unsigned char bytes[ALL];
  for (int i = 0; i < ALL; i++) bytes[i] = i * 7;
  for (int n = 0; n < 30; n += 3)
    for (int to = 0; to < 150; to += 5) {
      fill(), where(n, all + 100, all + 60, all + to, all + 30), show("where");
      fill(), where(n, all + 100, all + to, all + 60, all + 80), show("where");
      fill(), choose(n, all + to, all + 60, all + 100, all + 130), show("choose");
      fill(), choose(n, all + 40, all + to, all + 20, all + 61), show("choose");
      fill(), look(n, bytes, all + to, all + 300, all + 350), show("look");
      fill(), look_through(n, bytes, all + to, all + 300), show("look_through");
      fill(), clamp(all + to, all + 100, all + 160, 5, n / 3), show("clamp");
      fill(), clamp(all + 90, all + to, all + 60, n / 3, 5), show("clamp");
      fill(), some(n, n / 2, all + to, all + 60, all + 100), show("some");
      fill(), some(n, 0, all + 20, all + to, all + 70), show("some");
      for (int p = -9; p < 14; p += 4) {
        unsigned char *b = (unsigned char *)all + 1000;
        fill(), copy(b, all + 150, b + to, n / 3, 7, 9, p), show("copy");
        fill(), copy(b + to, all + 2 * to, b, n / 3, 7, p, 11), show("copy");
      }
    }
  for (int i = 0; i < ALL; i++) all[i] = i;
  gather(9, all, all + 5, all + 50, all + 70), show("gather");
}
