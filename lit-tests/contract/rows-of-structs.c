// Rows of large structs, with unsigned sizes as wide as addresses: that a row follows the other one is known without taking
// their distance for an integer, so nobody asks whether it is one.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options='no-profit;verify' -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused --options=no-profit %s
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct pixel {
  double all[25];
};

// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+7]]
// CHECK-DAG: array t of 200 * w * h bytes folded onto 1 row(s) of 200 * w bytes
__attribute__((noinline)) void mirrored(const struct pixel *in, double *out, size_t w, size_t h) {
  struct pixel *t = malloc(w * h * sizeof *t);
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      t[y * w + x].all[3] = in[y * w + x].all[3] * 2 + 1;
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      out[y * w + x] = t[y * w + (w - 1 - x)].all[3];
  free(t);
}

int main(void) {
  static struct pixel in[400];
  static double out[400];
  for (int i = 0; i < 400; i++) in[i].all[3] = i * 37 % 101;
  for (size_t w = 0; w < 20; w += 3)
    for (size_t h = 0; h < 20; h += 3) {
      mirrored(in, out, w, h);
      double sum = 0;
      for (int i = 0; i < 400; i++) sum = sum * 0.99 + out[i];
      printf("%zu %zu %a\n", w, h, sum);
    }
}
