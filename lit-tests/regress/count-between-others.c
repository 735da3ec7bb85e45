// How often the inner loop runs lies between other numbers, which change from row to row: so do the ends of what it
// reads, which are two rows, not one.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --implicit-check-not="folded onto 1"
// RUN: %run_both --fused %s -O2
// RUN: %run_both --fused '--options=no-profit;no-uneven' %s -O2

#include <stdio.h>

enum { H = 400, P = 64 };

// CHECK: remark: fused loop {{.*}}; the first 1 iteration(s) of the first loop run before
__attribute__((noinline)) static void f(const int *restrict a, int *restrict b) {
  int t[H * P];
  for (int y = 0; y < H; y++)
    for (int x = 0; x < P; x++) t[y * P + x] = a[y * P + x] * 3 + 1;
  int left = H;
  for (int y = 0; y < H - 1; y++) {
    int c = left < 128 ? left : 128, x = 0;
    do b[y * 256 + x] = t[y * P + 127 - x];
    while (++x != c);
    left--;
  }
}

static int a[H * P], b[H * 256];

int main(void) {
  for (int i = 0; i < H * P; i++) a[i] = i;
  f(a, b);
  unsigned sum = 0;
  for (int i = 0; i < H * 256; i++) sum = sum * 31 + (unsigned)b[i];
  printf("%x %d %d %d\n", sum, b[0], b[127], b[272 * 256 + 127]);
}
