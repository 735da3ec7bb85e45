// Images that become smaller or larger: nobody says how long a row is, but rows of half that length are twice as many.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused '--options=no-profit;place=early' %s
// RUN: %run_both --fused '--options=no-profit;place=late' %s
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

// Sizes are ints, the rows of the plane need no lag, and only two of them are kept.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+7]], trip count h / 2; several iterations of the longer loop
// CHECK-DAG: array t of 4 * w * h bytes folded onto 1 row(s) of 8 * w bytes
NOINLINE void half(const float *in, float *out, int w, int h) {
  float *t = malloc(w * h * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      t[y * w + x] = in[y * w + x] * 3 + 1;
  for (int y = 0; y < h / 2; y++)
    for (int x = 0; x < w / 2; x++)
      out[y * (w / 2) + x] = t[2 * y * w + 2 * x] + t[2 * y * w + 2 * x + 1] + t[(2 * y + 1) * w + 2 * x] +
                             t[(2 * y + 1) * w + 2 * x + 1];
  free(t);
}

// Shifted, bytes, and a third of the size in one direction.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+7]], {{.*}}several iterations of the longer loop
NOINLINE void shifted(const unsigned char *in, unsigned char *out, int w, int h) {
  unsigned char *t = malloc(w * h);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      t[y * w + x] = 255 - in[y * w + x];
  int few = w >> 1, low = h >> 1;
  for (int y = 0; y < low; y++)
    for (int x = 0; x < few; x++)
      out[y * few + x] = (t[2 * y * w + 2 * x] + t[2 * y * w + 2 * x + 1] + t[(2 * y + 1) * w + 2 * x + 1]) / 3;
  free(t);
}

// Unsigned sizes as wide as addresses: a check asks whether they are too large.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+7]], trip count {{[^;]*}}; several iterations of the longer loop
// CHECK-DAG: array t of 4 * w * h bytes folded onto 1 row(s) of 8 * w bytes
NOINLINE void unsigned_sizes(const float *in, float *out, size_t w, size_t h) {
  float *t = malloc(w * h * sizeof *t);
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      t[y * w + x] = in[y * w + x] * 3 + 1;
  for (size_t y = 0; y < h / 2; y++)
    for (size_t x = 0; x < w / 2; x++)
      out[y * (w / 2) + x] = t[2 * y * w + 2 * x] + t[(2 * y + 1) * w + 2 * x + 1];
  free(t);
}

// Each element four times.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]]
NOINLINE void twice(const float *in, float *out, int w, int h) {
  float *t = malloc(sizeof *t * w * h);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      t[y * w + x] = in[y * w + x] * 3 + 1;
  for (int y = 0; y < 2 * h; y++)
    for (int x = 0; x < 2 * w; x++)
      out[y * (2 * w) + x] = t[y / 2 * w + x / 2];
  free(t);
}

// Rows are longer than what is read of the ones in front, or the reader begins in the next row: it has to lag.
NOINLINE void longer(const float *in, float *out, int w, int h) {
  float *t = calloc(w * (h + 2), sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      t[y * w + x] = in[y * w + x] * 3 + 1;
  for (int y = 0; y < h / 2; y++)
    for (int x = 0; x < (w + 1) / 2; x++)
      out[y * (w / 2) + x] = t[2 * y * w + 2 * x] + t[2 * y * w + 2 * x + 1] + t[(2 * y + 1) * w + 2 * x + 1];
  free(t);
}

static float in[16384], out[65536];

static void show(void) {
  unsigned long sum = 5381;
  for (size_t i = 0; i < sizeof out; i++) sum = sum * 33 + ((unsigned char *)out)[i];
  printf(" %lx", sum);
}

int main(void) {
  for (int i = 0; i < 16384; i++) in[i] = i * 37 % 101;
  int sizes[] = {0, 1, 2, 3, 4, 5, 7, 8, 30, 64, 127, 128};
  for (int *w = sizes; w < sizes + 12; w++)
    for (int *h = sizes; h < sizes + 12; h++) {
      printf("%d %d", *w, *h);
      half(in, out, *w, *h), show();
      shifted((unsigned char *)in, (unsigned char *)out, *w, *h), show();
      unsigned_sizes(in, out, *w, *h), show();
      twice(in, out, *w, *h), show();
      if (*w < 100) longer(in, out, *w, *h), show();
      // What overlaps.
      half(out, out + 1, *w, *h), show();
      puts("");
    }
  half(in, out, -3, 4), half(in, out, 4, -3), half(in, out, -3, -4), show();
}
