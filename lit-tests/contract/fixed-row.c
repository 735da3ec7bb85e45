// A row that each iteration reads or writes again, next to rows that go on: all rows since then live, and the array is
// not folded onto fewer.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
#include <stdio.h>
#include <stdlib.h>
#define FUNCTION __attribute__((noinline)) void

// CHECK-NOT: folded onto
FUNCTION read(const long *restrict in, long *restrict out, long h, long w) {
  long *b = malloc(h * w * sizeof *b);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) b[y * w + x] = in[y * w + x];
  for (long y = 1; y < h - 1; y++)
    for (long x = 0; x < w; x++) out[y * w + x] = b[(y - 1) * w + x] + b[(y + 1) * w + x] + b[w + x];
  free(b);
}

FUNCTION of_known_size(const long *restrict in, long *restrict out) {
  long b[60 * 160];
  for (long y = 0; y < 60; y++)
    for (long x = 0; x < 160; x++) b[y * 160 + x] = in[y * 160 + x];
  for (long y = 1; y < 59; y++)
    for (long x = 0; x < 160; x++) out[y * 160 + x] = b[(y - 1) * 160 + x] + b[(y + 1) * 160 + x] + b[160 + x];
}

FUNCTION written(const long *restrict in, long *restrict out, long h, long w) {
  long *b = malloc(h * w * sizeof *b);
  for (long x = 0; x < w; x++) b[x] = 0;
  for (long y = 1; y < h; y++)
    for (long x = 0; x < w; x++) b[y * w + x] = in[y * w + x];
  for (long y = 2; y < h; y++)
    for (long x = 0; x < w; x++) b[x] += b[(y - 1) * w + x], out[y * w + x] = b[y * w + x] + b[x];
  free(b);
}

// CHECK: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+7]]
// CHECK: array b of {{.*}} folded onto 4 row(s)
// CHECK-NOT: folded onto
FUNCTION without(const long *restrict in, long *restrict out, long h, long w) {
  long *b = malloc(h * w * sizeof *b);
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) b[y * w + x] = in[y * w + x];
  for (long y = 1; y < h - 1; y++)
    for (long x = 0; x < w; x++) out[y * w + x] = b[(y - 1) * w + x] + b[(y + 1) * w + x];
  free(b);
}

static long in[60 * 160], out[60 * 160];
static void show(void) {
  long sum = 0;
  for (int i = 0; i < 60 * 160; i++) sum = sum * 31 + out[i], out[i] = 0;
  printf("%ld\n", sum);
}
int main(void) {
  for (int i = 0; i < 60 * 160; i++) in[i] = i * 7919 % 1009;
  of_known_size(in, out), show();
  for (int h = 3; h <= 60; h += 19)
    for (int w = 1; w <= 160; w += 53) {
      read(in, out, h, w), show();
      written(in, out, h, w), show();
      without(in, out, h, w), show();
    }
}
