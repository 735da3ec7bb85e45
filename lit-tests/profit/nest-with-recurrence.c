// What keeps a nest's outer loop from vectors takes none from the loop behind it: a nest has its vectors within.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
#include <stdio.h>

#define NOINLINE __attribute__((noinline))

// CHECK: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+10]], trip count n
NOINLINE void rows(int n, int m, float *restrict a, const float *restrict b, unsigned *restrict c, float *restrict d) {
  unsigned seed = 1;
  for (int y = 0; y < n; y++) {
    float s = 0;
    for (int x = 0; x < m; x++) s += b[y * m + x];
    a[y] = s;
    seed = seed * 5 ^ (seed >> 3);
    c[y] = seed;
  }
  for (int y = 0; y < n; y++) d[y] = a[y] * 2 + b[y * m];
}

int main(void) {
  float a[30], b[600], d[30], sum = 0;
  unsigned c[30];
  for (int i = 0; i < 600; i++) b[i] = i % 13;
  for (int n = 0; n < 30; n++) {
    rows(n, n % 20, a, b, c, d);
    for (int i = 0; i < n; i++) sum = sum * 0.5f + a[i] + d[i] + c[i] % 7;
  }
  printf("%a\n", sum);
}
