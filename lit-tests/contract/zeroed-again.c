// Rows that one loop clears and a later one reads: LLVM takes the clearing for nothing, since calloc has cleared them
// already. Then calloc's zeros are read again, which the early run of the pass knew nothing of.
//
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
// RUN: %run_both --options=no-profit %s
//
// A run of the pass leaves no word of what it knew of memory for the next one.
// RUN: %clang_fuse -O2 -S -emit-llvm %s -o - | FileCheck %s
// CHECK: call {{.*}}@calloc
// CHECK-NOT: overwritten

#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) void f(const float *restrict in, float *restrict out, long w) {
  if (w < 4) return;
  float *t = calloc(160 * w, sizeof *t);
  for (long i = 50; i < 160; i++)
    for (long j = 0; j < w; j++) t[i * w + j] = 0;
  puts("zero");
  for (long i = 0; i < 50; i++)
    for (long j = 0; j < w; j++) t[i * w + j] = in[i * w + j] * 2;
  for (long i = 2; i < 50; i++)
    for (long j = 0; j < w; j++) out[i * w + j] = t[i * w + j] + t[(i - 2) * w + j];
  puts("done");
  for (long i = 50; i < 160; i++)
    for (long j = 0; j < w; j++) out[i * w + j] = t[i * w + j] + in[i * w + j];
  free(t);
}
int main(void) {
  static float a[160000], b[160000];
  for (int i = 0; i < 160000; i++) a[i] = i % 97 + 1;
  f(a, b, 1000);
  double s = 0;
  for (int i = 0; i < 160000; i++) s = s * 0.9999 + b[i];
  printf("%a\n", s);
}
