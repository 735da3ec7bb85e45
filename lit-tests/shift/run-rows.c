// Rows of images whose width is a variable, and whose border is left out: the ends of a row are known only
// where it has any element inside.
//
// RUN: %clang_fuse -O3 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -O3
// RUN: %run_both --fused --options=no-profit %s

#include <stdio.h>

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], {{.*}}; the first 2 iteration(s) of the first loop run before
__attribute__((noinline)) static void blur(int n, int m, const int (*restrict in)[m], int (*restrict across)[m],
                                           int (*restrict out)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m - 1; j++) across[i][j] = in[i][j - 1] + 2 * in[i][j] + in[i][j + 1];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) out[i][j] = across[i - 1][j] + 2 * across[i][j] + across[i + 1][j];
}

// Flat arrays that may overlap, by functions of their own.
static void across(const int *in, int *out, int w, int h) {
  // CHECK-DAG: fused loop at line [[#@LINE+1]] with loop at line [[#@LINE+6]], {{.*}}; the first 2 iteration(s) of the first loop run before; where all loops run; behind a run-time check
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) out[y * w + x] = in[y * w + x - 1] + 2 * in[y * w + x] + in[y * w + x + 1];
}

static void down(const int *in, int *out, int w, int h) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) out[y * w + x] = in[(y - 1) * w + x] + 2 * in[y * w + x] + in[(y + 1) * w + x];
}

__attribute__((noinline)) static void blur_flat(const int *in, int *between, int *out, int w, int h) {
  across(in, between, w, h);
  down(between, out, w, h);
}

// Rows that get shorter, and vanish.
__attribute__((noinline)) static void triangle(int n, int m, const int (*restrict in)[m], int (*restrict t)[m],
                                               int (*restrict out)[m]) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m - i; j++) t[i][j] = in[i][j - 1] + in[i][j];
  for (int i = 0; i < n - 1; i++)
    for (int j = 1; j < m - i; j++) out[i][j] = t[i][j] + t[i + 1][j];
}

// Each row runs into the next one: an element of it is there only after the row below. The check never passes.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; where the sizes of B keep rows apart
__attribute__((noinline)) static void overlapping(int n, int m, const int *restrict in, int *restrict t, int *restrict out) {
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m + 3; j++) t[i * m + j] = in[i * m + j] - t[i * m + j + 1];
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m + 3; j++) out[i * m + j] = t[i * m + j] * 3;
}

#pragma clang optimize off
enum { ALL = 2000 };
static int A[ALL], B[ALL], C[ALL], seed = 1;

static unsigned hash(void) {
  unsigned h = 0;
  for (int i = 0; i < ALL; i++) h = h * 31 + A[i] + 3 * B[i] + 7 * C[i];
  for (int i = 0; i < ALL; i++) A[i] = (seed = seed * 1103515245 + 12345) >> 16, B[i] = i, C[i] = -i;
  return h;
}

int main(void) {
  hash();
  for (int n = 0; n < 8; n++)
    for (int m = 1; m < 12; m++) {
      blur(n, m, (void *)A, (void *)B, (void *)C), printf("%08x ", hash());
      triangle(n, m, (void *)A, (void *)B, (void *)C), printf("%08x ", hash());
      overlapping(n, m, A, B, C), printf("%08x ", hash());
      blur_flat(A, B, C, m, n), printf("%08x ", hash());
      blur_flat(A, B, B + 3 * m, m, n), printf("%08x ", hash());
      blur_flat(A, A + m, C, m, n), printf("%08x\n", hash());
    }
}
