// Buffers that are allocated once, and written anew in each step of a loop, or once for each channel: they live
// anew in each iteration, so that a few rows are enough. Not so where a step reads what an earlier one wrote.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
// RUN: %run_both --fused --options='place=late' %s
// RUN: %run_both --fused --options='place=early;max-stack=0' %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// CHECK-DAG: lives.c:[[#@LINE+4]]:5: remark: array t of {{.*}} bytes folded onto 4 row(s) of 4 * w bytes
__attribute__((noinline)) void steps(float *restrict a, float *restrict b, int h, int w, int n) {
  float *t = malloc(sizeof(float) * h * w);
  for (int k = 0; k < n; k++) {
    for (int y = 0; y < h; y++)
      for (int x = 1; x < w - 1; x++) t[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] - k;
    for (int y = 1; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++) b[y * w + x] += t[(y - 1) * w + x] - t[(y + 1) * w + x];
  }
  free(t);
}

// The caller's array takes the result back; zeros at first, which nobody reads.
// CHECK-DAG: lives.c:[[#@LINE+4]]:5: remark: array t of {{.*}} bytes folded onto 2 row(s) of 4 * w bytes
__attribute__((noinline)) void zeroed(float *restrict a, float *restrict b, int h, int w, int n) {
  float *t = calloc(h * w, sizeof(float));
  for (int k = 0; k < n; k++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) t[y * w + x] = a[y * w + x] * k;
    for (int y = 0; y < h - 1; y++)
      for (int x = 0; x < w; x++) b[y * w + x] += t[y * w + x] - t[(y + 1) * w + x];
  }
  free(t);
}

// Planes of one array, one channel after the other: rows of each.
// CHECK-DAG: lives.c:[[#@LINE+4]]:5: remark: array t of {{.*}} bytes folded onto 4 row(s) of 4 * w bytes
__attribute__((noinline)) void channels(const float *in, float *out, int h, int w) {
  float *t = malloc(sizeof(float) * 3 * h * w);
  for (int c = 0; c < 3; c++) {
    for (int y = 0; y < h; y++)
      for (int x = 2; x < w; x++) t[c * (h * w) + y * w + x] = in[c * (h * w) + y * w + x] - in[c * (h * w) + y * w + x - 2];
    for (int y = 1; y < h - 1; y++)
      for (int x = 2; x < w; x++)
        out[c * (h * w) + y * w + x] = t[c * (h * w) + (y - 1) * w + x] * t[c * (h * w) + (y + 1) * w + x];
  }
  free(t);
}

// A static array of one function, in a loop over time.
// CHECK-DAG: lives.c:[[#@LINE+4]]:5: remark: array fixed of {{.*}} bytes folded onto 2 row(s) of 800 bytes
static float fixed[100][200];
__attribute__((noinline)) void own(float *restrict a, float *restrict b, int h, int n) {
  for (int k = 0; k < n; k++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < 200; x++) fixed[y][x] = a[y * 200 + x] + k;
    for (int y = 0; y < h - 1; y++)
      for (int x = 0; x < 200; x++) b[y * 200 + x] += fixed[y][x] * fixed[y + 1][x];
  }
}

// Each step reads the last row of the step before.
__attribute__((noinline)) void remembers(float *restrict a, float *restrict b, int h, int w, int n) {
  float *t = calloc(h * w, sizeof(float));
  for (int k = 0; k < n; k++) {
    for (int y = 0; y < h - 1; y++)
      for (int x = 0; x < w; x++) t[y * w + x] = a[y * w + x] * k;
    for (int y = 0; y < h - 1; y++)
      for (int x = 0; x < w; x++) b[y * w + x] += t[y * w + x] - t[(y + 1) * w + x];
    for (int x = 0; x < w; x++) t[(h - 1) * w + x] = b[x];
  }
  free(t);
}

// Behind all steps somebody reads a row of the last one.
__attribute__((noinline)) void behind(float *restrict a, float *restrict b, int h, int w, int n) {
  float *t = calloc(h * w, sizeof(float));
  for (int k = 0; k < n; k++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) t[y * w + x] = a[y * w + x] * k;
    for (int y = 0; y < h - 1; y++)
      for (int x = 0; x < w; x++) b[y * w + x] += t[y * w + x] - t[(y + 1) * w + x];
  }
  for (int x = 0; x < w; x++) b[x] += t[(h - 2) * w + x];
  free(t);
}

// Rows are written where a condition holds, and keep what they held where it does not.
__attribute__((noinline)) void sometimes(float *restrict a, float *restrict b, const int *c, int h, int w, int n) {
  float *t = calloc(h * w, sizeof(float));
  for (int k = 0; k < n; k++) {
    for (int y = 0; y < h; y++)
      if (c[y] > k)
        for (int x = 0; x < w; x++) t[y * w + x] = a[y * w + x] * k;
    for (int y = 0; y < h - 1; y++)
      for (int x = 0; x < w; x++) b[y * w + x] += t[y * w + x] - t[(y + 1) * w + x];
  }
  free(t);
}

// A margin is written once, before all steps.
__attribute__((noinline)) void margin(float *restrict a, float *restrict b, int h, int w, int n) {
  float *t = malloc(sizeof(float) * h * w);
  for (int y = 0; y < h; y++) t[y * w] = y, t[y * w + w - 1] = -y;
  for (int k = 0; k < n; k++) {
    for (int y = 0; y < h; y++)
      for (int x = 1; x < w - 1; x++) t[y * w + x] = a[y * w + x] + k;
    for (int y = 0; y < h - 1; y++)
      for (int x = 1; x < w - 1; x++) b[y * w + x] += t[y * w + x - 1] - t[(y + 1) * w + x + 1];
  }
  free(t);
}

enum { ALL = 40000 };
static float a[ALL], b[ALL];
static int c[200];
#pragma clang optimize off
static void fill(void) {
  for (int i = 0; i < ALL; i++) a[i] = i * 7 % 31 * 0.5f, b[i] = i % 3;
}
static void show(const char *what, int h, int w) {
  double sum = 0;
  for (int i = 0; i < ALL; i++) sum = sum * 0.999 + b[i];
  printf("%s %d %d %a\n", what, h, w, sum);
}
int main(void) {
  for (int i = 0; i < 200; i++) c[i] = i % 4;
  for (int h = 0; h < 66; h += h < 8 ? 1 : 19)
    for (int w = 0; w < 170; w += w < 6 ? 1 : 53)
      for (int n = 0; n < 4; n++) {
        fill(), steps(a, b, h, w, n), show("steps", h, w);
        fill(), zeroed(a, b, h, w, n), show("zeroed", h, w);
        fill(), own(a, b, h, n), show("own", h, w);
        if (n == 0) fill(), channels(a, b, h, w), show("channels", h, w);
        if (h < 2 || w < 1) continue;
        fill(), remembers(a, b, h, w, n), show("remembers", h, w);
        fill(), behind(a, b, h, w, n), show("behind", h, w);
        fill(), sometimes(a, b, c, h, w, n), show("sometimes", h, w);
        fill(), margin(a, b, h, w, n), show("margin", h, w);
      }
}
