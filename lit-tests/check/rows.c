// Rows as long as one variable says, and as far apart as another one: the check asks whether they reach into each
// other. In triangles the longest row counts.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse \
// RUN:   -mllvm -loop-fuse-options=no-profit 2>&1 | FileCheck %s
// RUN: %run_both --fused %s

#include <stdio.h>

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], {{.*}}; where the sizes of b keep rows apart
__attribute__((noinline)) void box(const int *restrict a, int *restrict b, int *restrict c, int x0, int x1, int y0,
                                   int y1, int ld) {
  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++) b[y * ld + x] = a[y * ld + x] * 2;
  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++) c[y * ld + x] = b[y * ld + x] + b[y * ld + x0];
}

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], {{.*}}; behind a run-time check of 3 pair(s) of pointers; where the sizes of b keep rows apart
__attribute__((noinline)) void stencil(const unsigned *a, unsigned *b, unsigned *c, int w, int h, long ld) {

  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y * ld + x] = a[y * ld + x] * 3;
  for (int y = 1; y < h - 1; y++)
    for (int x = 0; x < w; x++) c[y * ld + x] = b[(y - 1) * ld + x] + b[y * ld + x] + b[(y + 1) * ld + x];
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; where the sizes of b keep rows apart
__attribute__((noinline)) void triangle(int n, int ld, const int *restrict a, int *restrict b, int *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) b[i * ld + j] = a[i * ld + j] * 2;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) c[i * ld + j] = b[i * ld + j] + b[i * ld];
}

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], {{.*}}; where the sizes of b keep rows apart
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], trip count (n - iteration)
__attribute__((noinline)) void other_triangle(int n, int ld, const int *restrict a, int *restrict b, int *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) b[i * ld + j] = a[i * ld + j] * 2;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) c[i * ld + j] = b[i * ld + j] + 1;
}

// Rows that run towards each other meet, whatever their pitch.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+4]] not fused: if fused, the second loop reads b
__attribute__((noinline)) void upside_down(const int *restrict a, int *restrict b, int *restrict c, int w, int h, int ld) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y * ld + x] = a[y * ld + x] * 2;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) c[y * ld + x] = b[(h - 1 - y) * ld + x] + 1;
}

#pragma clang optimize off
enum { ALL = 1200 };
static int all[ALL];
static void fill(void) {
  for (int i = 0; i < ALL; i++) all[i] = i * 37 % 101 - 30;
}
static void show(const char *what, int w, int ld) {
  unsigned sum = 0;
  for (int i = 0; i < ALL; i++) sum = sum * 31 + (unsigned)all[i];
  printf("%s %d %d %x\n", what, w, ld, sum);
}
int main(void) {
  int *a = all + 200, *b = all + 600, *c = all + 1000;
  for (int w = 0; w < 12; w++)
    for (int ld = -14; ld < 15; ld++) {
      fill(), box(a, b, c, 1, w, 2, 11, ld), show("box", w, ld);
      fill(), stencil((unsigned *)a, (unsigned *)b, (unsigned *)c, w, 9, ld), show("stencil", w, ld);
      fill(), stencil((unsigned *)a, (unsigned *)a + w * 5, (unsigned *)c, w, 9, ld), show("stencil", w, ld);
      fill(), triangle(w, ld, a, b, c), show("triangle", w, ld);
      fill(), other_triangle(w, ld, a, b, c), show("other_triangle", w, ld);
      fill(), upside_down(a, b, c, w, 9, ld), show("upside_down", w, ld);
    }
}
