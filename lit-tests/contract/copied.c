// Rows that are copied by `memcpy`, as LLVM writes such loops, are read and written as any others; so is a row that is
// left of a loop over rows.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3 -march=native
// RUN: %run_both --fused --options=place=late %s -O2

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define FUNCTION __attribute__((noinline)) void
enum { H = 60, W = 300 };
#define STEP(x) 0.2f * (p[i][j] + p[i][j - 1] + p[i][j + 1] + p[i - 1][j] + p[i + 1][j])

// CHECK-DAG: remark: array constant.next of 72000 bytes folded onto 2 row(s) of 1200 bytes on the stack
FUNCTION constant(float p[H][W]) {
  static float next[H][W];
  for (int i = 1; i < H - 1; i++)
    for (int j = 1; j < W - 1; j++) next[i][j] = STEP(p);
  for (int i = 1; i < H - 1; i++)
    for (int j = 1; j < W - 1; j++) p[i][j] = next[i][j];
}

// CHECK-DAG: remark: array next of 4 * n * n bytes folded onto 2 row(s) of 4 * n bytes
FUNCTION heap(int n, float (*restrict p)[n]) {
  float(*next)[n] = malloc(n * sizeof *next);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) next[i][j] = STEP(p);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) p[i][j] = next[i][j];
  free(next);
}

// Copied in and out, by hand.
// CHECK-DAG: remark: array t of 4 * n * n bytes folded onto 4 row(s) of 4 * n bytes
FUNCTION in(int n, const float (*restrict from)[n], float (*restrict p)[n]) {
  float(*t)[n] = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    memcpy(t[i], from[i], n * sizeof(float));
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) p[i][j] += t[i - 1][j - 1] - t[i + 1][j + 1];
  free(t);
}

// The row that is read behind the loops was written long before.
// CHECK-DAG: remark: array early of 4 * n * n bytes is kept
FUNCTION behind(int n, float (*restrict p)[n], float *restrict out) {
  float(*early)[n] = malloc(n * sizeof *early);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) early[i][j] = STEP(p);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) p[i][j] = early[i][j] * 2;
  if (n > 2) memcpy(out, early[1] + 1, (n - 2) * sizeof *out);
  free(early);
}

// Copied within the array.
// CHECK-NOT: array moved
FUNCTION within(int n, float (*restrict p)[n]) {
  float(*moved)[n] = malloc(n * sizeof *moved);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) moved[i][j] = p[i][j] * 3;
  for (int i = 1; i < n; i++) {
    memcpy(moved[i - 1], moved[i], n * sizeof(float));
    for (int j = 0; j < n; j++) p[i][j] = moved[i - 1][j] + moved[i][j];
  }
  free(moved);
}

static void show(const float *p, int n) {
  unsigned sum = 0, bits;
  for (int i = 0; i < n; i++) {
    memcpy(&bits, p + i, sizeof bits);
    sum = sum * 31 + bits;
  }
  printf(" %u", sum);
}

int main(void) {
  static float p[H][W], q[H * H], out[H];
  for (int i = 0; i < H * W; i++)
    p[0][i] = i * 37 % 101;
  for (int k = 0; k < 2; k++)
    constant(p);
  show(p[0], H * W);
  for (int n = 0; n <= H; n += n < 9 ? 1 : 17) {
    memcpy(q, p, sizeof q);
    heap(n, (float(*)[n])q);
    show(q, H * H);
    in(n, (const float(*)[n])p, (float(*)[n])q);
    show(q, H * H);
    behind(n, (float(*)[n])q, out);
    show(q, H * H);
    show(out, H);
    if (n > 0) within(n, (float(*)[n])q);
    show(q, H * H);
  }
  puts("");
}
