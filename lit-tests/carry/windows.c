// Windows of two to nine elements go in registers, so that the array goes (longer ones: not-fused-uncertain.c).
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
// RUN: %run_both --fused --options=no-profit %s -O3

#include <stdio.h>
#include <stdlib.h>

#define WINDOW(name, sum, back, ahead) \
  __attribute__((noinline)) void name(const double *restrict in, double *restrict out, long n) { \
    double *t = malloc(n * sizeof *t); \
    for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1; \
    for (long i = back; i < n - ahead; i++) out[i] = sum; \
    free(t); \
  }

// CHECK: windows.c:[[#@LINE+1]]:1: remark: fused {{.*}}; 1 load(s) replaced by values of earlier iterations
WINDOW(two, t[i - 1] + t[i], 1, 0)
// CHECK: windows.c:[[#@LINE+1]]:1: remark: fused {{.*}}; 2 load(s) replaced by values of earlier iterations
WINDOW(three, t[i - 1] + t[i] * 2 + t[i + 1], 1, 1)
// CHECK: windows.c:[[#@LINE+1]]:1: remark: fused {{.*}}; 4 load(s) replaced by values of earlier iterations
WINDOW(five, t[i - 2] + t[i - 1] * 2 + t[i] * 3 + t[i + 1] * 4 + t[i + 2] * 5, 2, 2)
// CHECK: windows.c:[[#@LINE+1]]:1: remark: fused {{.*}}; 6 load(s) replaced by values of earlier iterations
WINDOW(seven, t[i - 3] + t[i - 2] * 2 + t[i - 1] * 3 + t[i] * 4 + t[i + 1] * 5 + t[i + 2] * 6 + t[i + 3] * 7, 3, 3)
// CHECK: windows.c:[[#@LINE+1]]:1: remark: fused {{.*}}; 2 load(s) replaced by values of earlier iterations
WINDOW(holes, t[i - 4] + t[i - 1] * 2 + t[i + 4] * 3, 4, 4)

#pragma clang optimize off
static double all[400];
int main(void) {
  void (*functions[])(const double *, double *, long) = {two, three, five, seven, holes};
  for (int f = 0; f < 5; f++)
    for (long n = 0; n < 200; n = n < 24 ? n + 1 : n * 3 / 2) {
      for (int i = 0; i < 400; i++) all[i] = i * 7919 % 1000;
      functions[f](all, all + 200, n);
      double sum = 0;
      for (int i = 0; i < 400; i++) sum = sum * 0.999 + all[i];
      printf("%d %ld %a\n", f, n, sum);
    }
}
