// Rows that stop at the borders of an image are folded, whichever way that is written; rows that come round, and columns beyond
// the end of a row, are not.
//
// RUN: %clang_fuse -O2 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -O2 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit' %s -O1 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=early' %s -O3 -ffp-contract=off

#include <stdio.h>
#include <stdlib.h>
#define FUNCTION __attribute__((noinline)) static void

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static int clamp(int v, int least, int most) { return v < least ? least : v > most ? most : v; }

#define KERNEL(name, value) \
  FUNCTION name(const float *in, float *out, int w, int h) { \
    float *t = malloc((size_t)w * h * sizeof(float)); \
    for (int y = 0; y < h; y++) \
      for (int x = 0; x < w; x++) t[y * w + x] = in[y * w + x] * 2; \
    for (int y = 0; y < h; y++) \
      for (int x = 0; x < w; x++) { \
        float s = t[y * w + x]; \
        value; \
        out[y * w + x] = s; \
      } \
    free(t); \
  }

// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} folded onto 4 row(s)
KERNEL(clamped, s += t[clamp(y - 1, 0, h - 1) * w + x] - t[clamp(y + 1, 0, h - 1) * w + x])
// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} folded onto 4 row(s)
KERNEL(chosen, s += t[(y > 0 ? y - 1 : 0) * w + x] - t[(y < h - 1 ? y + 1 : h - 1) * w + x])
// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} folded onto 4 row(s)
KERNEL(skipped, if (y > 0) s += t[(y - 1) * w + x]; if (y < h - 1) s -= t[(y + 1) * w + x]; if (x > 0) s *= t[y * w + x - 1];
       if (x + 1 < w) s += t[y * w + x + 1])
// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} folded onto 4 row(s)
KERNEL(around, for (int j = -1; j <= 1; j++) for (int i = -1; i <= 1; i++)
       s += t[MIN(MAX(y + j, 0), h - 1) * w + MIN(MAX(x + i, 0), w - 1)])
// CHECK-DAG: [[#@LINE+1]]:1: remark: loop at line {{.*}} not fused: {{.*}} no bounded shift is known
KERNEL(periodic, s += t[(y > 0 ? y - 1 : h - 1) * w + x] - t[(y < h - 1 ? y + 1 : 0) * w + x])
// The last element of a row reads the next row: there is none behind the last one.
// CHECK-DAG: [[#@LINE+1]]:1: remark: array {{.*}} is kept: it is also accessed outside
KERNEL(beyond, if (y > 0) s += t[(y - 1) * w + x]; if (y + 1 < h) s += t[y * w + x + 1])

// In each step anew, of a static array.
enum { W = 96, H = 128 };
static float between[H][W];
// CHECK-DAG: [[#@LINE+3]]:5: remark: array between {{.*}} folded onto 4 row(s)
FUNCTION steps(float a[H][W], int n) {
  for (int k = 0; k < n; k++) {
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) between[y][x] = 0.5f * a[y][x] + 1;
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        int above = y ? y - 1 : 0, below = y < H - 1 ? y + 1 : H - 1;
        a[y][x] = between[above][x] + between[below][x] - between[y][x];
      }
  }
}

int main(void) {
  static float in[H * W], out[H * W];
  for (int i = 0; i < H * W; i++) in[i] = (float)(i * 31 % 17);
  for (int h = 0; h <= 60; h += h < 5 ? 1 : 11)
    for (int w = 0; w <= 60; w = w < 6 ? w + 1 : w + 27) {
      void (*all[])(const float *, float *, int, int) = {clamped, chosen, skipped, around, periodic, beyond};
      for (int k = 0; k < 6; k++) {
        for (int i = 0; i < H * W; i++) out[i] = (float)(i % 7);
        all[k](in, out, w, h);
        float sum = 0;
        for (int i = 0; i < H * W; i++) sum = 0.9f * sum + out[i];
        printf("%d %d %d %a\n", k, w, h, sum);
      }
    }
  steps((void *)in, 3);
  float sum = 0;
  for (int i = 0; i < H * W; i++) sum = 0.9f * sum + in[i];
  printf("%a\n", sum);
}
