// Where it is all the same to two loops which iterations run side by side, what a longer first loop has more runs before
// them: what it left behind would keep a third loop away. A step of Yee's scheme for electromagnetic fields has three loops.
//
// RUN: %clang_fuse -O3 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options=no-profit %s
#include <stdio.h>
#include <stdlib.h>

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]], trip count nx; the first 1 iteration(s) of the first loop run before
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+8]], trip count (nx - 1)
__attribute__((noinline)) void step(int nx, int ny, double *ex, double *ey, double *hz, double c) {
  for (int i = 0; i < nx; i++)
    for (int j = 1; j < ny; j++)
      ex[i * ny + j] -= c * (hz[i * ny + j] - hz[i * ny + j - 1]);
  for (int i = 1; i < nx; i++)
    for (int j = 0; j < ny; j++)
      ey[i * ny + j] -= c * (hz[i * ny + j] - hz[(i - 1) * ny + j]);
  for (int i = 0; i < nx - 1; i++)
    for (int j = 0; j < ny - 1; j++)
      hz[i * ny + j] -= c * (ex[i * ny + j + 1] - ex[i * ny + j] + ey[(i + 1) * ny + j] - ey[i * ny + j]);
}

// What both read in the same iteration stays there.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], trip count n; {{.*}}the last 1 iteration(s) of the first loop run afterwards
__attribute__((noinline)) void same(int n, double *restrict a, double *restrict b, const double *restrict from) {
  for (int i = 0; i < n; i++)
    a[i] = from[i] * 2;
  for (int i = 0; i < n - 1; i++)
    b[i] = from[i] + 1;
}

int main(void) {
  enum { MOST = 4096 };
  static const int sizes[][2] = {{0, 0}, {1, 1}, {1, 9}, {2, 2}, {2, 9}, {3, 1}, {9, 2}, {60, 60}, {5, 0}, {-2, 5}, {7, -1}};
  static double memory[6 * MOST], a[MOST], b[MOST];
  unsigned long sum = 0;
  for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++)
    for (int apart = 0; apart < 4; apart++) {
      for (int i = 0; i < 6 * MOST; i++)
        memory[i] = i * 7919 % 256;
      // Apart, or over each other by some rows.
      double *hz = memory + (apart ? apart * 2 : MOST), *ey = memory + 4 * MOST;
      step(sizes[s][0], sizes[s][1], memory, apart == 2 ? hz : ey, hz, 0.5);
      same(sizes[s][0] * 10, a, b, memory);
      for (int i = 0; i < 6 * MOST; i++)
        sum = sum * 31 + (long)(memory[i] * 64) + (i < MOST ? (long)(a[i] * 4 + b[i]) : 0);
    }
  printf("%lu\n", sum);
  return 0;
}
