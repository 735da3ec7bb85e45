// Loops of which one has several iterations for each of another one: the longer one is unrolled so often.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='no-profit;place=late' %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline))

// What is left of an odd number follows.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], {{.*}}several iterations of the longer loop
NOINLINE void halves(const float *a, float *b, int n) {
  float *t = malloc((n > 0 ? n : 1) * sizeof *t);
  for (int i = 0; i < n; i++)
    t[i] = a[i] * 3 + 1;
  for (int i = 0; i < n / 2; i++)
    b[i] = t[2 * i] + t[2 * i + 1];
  free(t);
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}several iterations of the longer loop
NOINLINE void repeats(const float *restrict a, float *restrict t, float *restrict b, int n) {
  for (int i = 0; i < n; i++) t[i] = a[i] * 3 + 1;
  for (int i = 0; i < 2 * n; i++) b[i] = t[i / 2] + i;
}

// Two loops of each kind, under one check.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]], {{.*}}several iterations of the longer loop
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]], {{.*}}several iterations of the longer loop
NOINLINE void haar(const double *a, double *low, double *high, int n) {
  double *t = malloc((n > 0 ? n : 1) * sizeof *t);
  for (int i = 0; i < n; i++) t[i] = a[i] * 0.5;
  int m = n >> 1;
  for (int i = 0; i < m; i++) low[i] = t[2 * i] + t[2 * i + 1];
  for (int i = 0; i < m; i++) high[i] = t[2 * i] - t[2 * i + 1];
  free(t);
}

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+7]], {{.*}}several iterations of the longer loop
NOINLINE void gray(const unsigned char *from, unsigned char *to, int n, float gain) {
  unsigned char *t = malloc(n > 0 ? 3 * n : 1);
  for (int i = 0; i < 3 * n; i++) {
    float v = from[i] * gain;
    t[i] = v > 255 ? 255 : (unsigned char)v;
  }
  for (int i = 0; i < n; i++) to[i] = (t[3 * i] * 77 + t[3 * i + 1] * 150 + t[3 * i + 2] * 29) >> 8;
  free(t);
}

// The second loop is the longer one, and goes on with a sum.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]], {{.*}}several iterations of the longer loop
NOINLINE unsigned interleaved(const unsigned *l, const unsigned *r, int n) {
  unsigned *both = malloc((n > 0 ? 2 * n : 1) * sizeof *both);
  unsigned sum = 7;
  for (int i = 0; i < n; i++)
    both[2 * i] = l[i], both[2 * i + 1] = r[i] ^ 5;
  for (int i = 0; i < 2 * n; i++)
    sum += both[i] * 3;
  free(both);
  return sum;
}

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}several iterations of the longer loop
NOINLINE void by_steps(const float *a, float *b, int n) {
  float *t = malloc((n + 2) * sizeof *t);
  for (int i = 0; i < n; i++) t[i] = a[i] * 2;
  for (int i = 0; i + 1 < n; i += 2) b[i / 2] = t[i] - t[i + 1];
  free(t);
}

// Rows, then their elements, then nothing is left of the array.
// CHECK-DAG: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+8]], {{.*}}several iterations of the longer loop
// CHECK-DAG: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+8]], {{.*}}several iterations of the longer loop
enum { W = 64, H = 48 };
static float whole[H][W];
NOINLINE void smaller(const float a[restrict H][W], float b[restrict H / 2][W / 2]) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      whole[y][x] = a[y][x] * 3 + 1;
  for (int y = 0; y < H / 2; y++)
    for (int x = 0; x < W / 2; x++)
      b[y][x] = whole[2 * y][2 * x] + whole[2 * y][2 * x + 1] + whole[2 * y + 1][2 * x] + whole[2 * y + 1][2 * x + 1];
}

// Rows whose lengths are not known; their number has to be even.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]], {{.*}}several iterations of the longer loop
NOINLINE void rows(const float *a, float *b, int w, int h) {
  float *t = malloc((w > 0 && h > 0 ? w * h : 1) * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      t[y * w + x] = a[y * w + x] * 3 + 1;
  for (int y = 0; y < h / 2; y++)
    for (int x = 0; x < w / 2; x++)
      b[y * (w / 2) + x] = t[2 * y * w + 2 * x] + t[2 * y * w + 2 * x + 1] + t[(2 * y + 1) * w + 2 * x];
  free(t);
}

static float in[4096], out[4096], more[4096];
static double wide[4096], low[4096], high[4096];

static unsigned long sum(const void *of, size_t size) {
  const unsigned char *bytes = of;
  unsigned long sum = 5381;
  for (size_t i = 0; i < size; i++) sum = sum * 33 + bytes[i];
  return sum;
}

#define SHOW(of) printf(" %lx", sum(of, sizeof of))

int main(void) {
  static unsigned char bytes[4096];
  static unsigned left[4096], right[4096];
  for (int i = 0; i < 4096; i++)
    in[i] = i * 37 % 101, wide[i] = in[i] / 3, bytes[i] = i * 7, left[i] = i * 11, right[i] = i * 13;
  for (int n = -2; n < 40; n += n < 20 ? 1 : 7) {
    printf("%d %u", n, interleaved(left, right, n));
    halves(in, out, n), SHOW(out);
    repeats(in, more, out, n), SHOW(out), SHOW(more);
    haar(wide, low, high, n), SHOW(low), SHOW(high);
    gray(bytes, (unsigned char *)out, n, 0.7f), SHOW(out);
    if (n >= 0) by_steps(in, out, n), SHOW(out);
    for (int h = 0; h < 41; h += h < 30 ? 6 : 1) rows(in, out, n, h), SHOW(out);
    // What overlaps.
    halves(out, out + 1, n), SHOW(out);
    gray(bytes, bytes + 2, n, 0.9f), SHOW(bytes);
    puts("");
  }
  smaller((void *)in, (void *)out), SHOW(out);
  puts("");
}
