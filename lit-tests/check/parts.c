// Planes of one allocation, told apart by a comparison of what is touched, as different pointers are.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options=no-profit %s -O3

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Here no check is needed: an `int` subscript does not overflow, and `x < w` and `y < h` say that it stays in its plane.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]], trip count h [
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]], trip count w
__attribute__((noinline)) void planes(unsigned *d, int w, int h) {
  int plane = w * h;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) d[1 * plane + y * w + x] = d[0 * plane + y * w + x] * 3;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) d[2 * plane + y * w + x] = d[1 * plane + y * w + x] + d[y * w + x];
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; behind a run-time check
__attribute__((noinline)) void offsets(unsigned *d, int n, int first, int second) {
  for (int i = 0; i < n; i++) d[first + i] = d[i] * 3;
  for (int i = 0; i < n; i++) if (d[first + i] & 1) d[second + i] = d[first + i] ^ 5;
}

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], {{.*}}; behind a run-time check
__attribute__((noinline)) void strided(unsigned *d, int w, int h, size_t plane) {
  unsigned *a = d, *b = d + plane, *c = d + 2 * plane;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y * w + x] = a[y * w + x] * 7;
  for (int y = 1; y < h; y++)
    for (int x = 0; x < w; x++) c[y * w + x] = b[y * w + x] + b[(y - 1) * w + x];
}

// Other pointers, and parts of each.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; behind a run-time check
__attribute__((noinline)) void both(const unsigned *in, unsigned *d, int n, int plane) {
  for (int i = 0; i < n; i++) d[plane + i] = in[i] + d[i];
  for (int i = 0; i < n; i++) d[2 * plane + i] = in[i] * d[plane + i];
}

// What copies a row from one part to another is of both: no scope could say so.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+3]] not fused: if fused, the second loop
__attribute__((noinline)) void moved(unsigned *d, int h, int plane, int other) {
  for (int y = 0; y < h; y++) memcpy(d + plane + y * 70, d + y * 70, 64 * sizeof *d);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < 64; x++) d[other + y * 70 + x] = d[plane + y * 70 + x] + d[y * 70 + x];
}

// Rows ahead are no other part.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+4]] not fused: if fused, the second loop reads d
__attribute__((noinline)) void ahead(unsigned *restrict d, unsigned *restrict out, int w, int h, int r) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) d[y * w + x] *= 3;
  for (int y = 0; y < h - r; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = d[(y + r) * w + x];
}

// Copies of one loop for several planes share nothing.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+3]] not fused: parts of d may overlap, and the loops share no array that would be worth a run-time check
__attribute__((noinline)) void copies(unsigned *d, int n, long first, long second) {
  for (int i = 0; i < n; i++) d[first + i] += 3;
  for (int i = 0; i < n; i++) d[second + i] += 4;
}

#pragma clang optimize off
enum { ALL = 1200 };
static unsigned all[ALL];
static void fill(void) {
  for (int i = 0; i < ALL; i++) all[i] = i * 37 % 101;
}
static void show(const char *what, int n) {
  unsigned sum = 0;
  for (int i = 0; i < ALL; i++) sum = sum * 31 + all[i];
  printf("%s %d %x\n", what, n, sum);
}
int main(void) {
  for (int n = 0; n < 14; n++)
    for (int by = -20; by < 30; by += 3) {
      unsigned *d = all + 300;
      fill(), planes(d, n, by / 2), show("planes", n);
      fill(), offsets(d, n, by, 7), show("offsets", n);
      fill(), offsets(d, n, 15, by), show("offsets", n);
      fill(), strided(d, n, 5, by), show("strided", n);
      fill(), both(d + by, d, n, 12), show("both", n);
      fill(), both(d + by, d, n, by), show("both", n);
      fill(), moved(d - 100, n / 3, 280 + by, 560 + 3 * by), show("moved", n);
      fill(), ahead(d, all, n, 7, by < 0 ? 0 : by / 4), show("ahead", n);
      fill(), copies(d, n, by, 4), show("copies", n);
    }
}
