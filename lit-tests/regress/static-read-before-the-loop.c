// A static array is not allocated anew in each step if the next call reads it before the steps: it was folded, and that
// call found what it held at first.
//
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
// RUN: %run_both --fused --options=place=late %s
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s

#include <stdio.h>
#define FUNCTION __attribute__((noinline)) void
enum { H = 64, W = 300 };
static int p[H][W], o[H][W];

// CHECK-NOT: array before.t {{.*}}folded
FUNCTION before(int c) {
  static int t[H][W];
  for (int s = 0; s < c; s++)
    for (int j = 0; j < W; j++) o[s][j] = t[s][j];
  for (int s = 0; s < c; s++) {
    for (int i = 0; i < H; i++)
      for (int j = 0; j < W; j++) t[i][j] = p[i][j] * 2;
    for (int i = 1; i < H; i++)
      for (int j = 0; j < W; j++) p[i][j] = t[i][j] + t[i - 1][j];
  }
}

FUNCTION one(int c) {
  static int t[H][W];
  o[0][0] = t[c][5];
  for (int s = 0; s < c; s++) {
    for (int i = 0; i < H; i++)
      for (int j = 0; j < W; j++) t[i][j] = p[i][j] * 2;
    for (int i = 1; i < H; i++)
      for (int j = 0; j < W; j++) p[i][j] = t[i][j] + t[i - 1][j];
  }
}

// Nothing else reads it.
// CHECK: array none.t of 76800 bytes folded onto 2 row(s)
FUNCTION none(int c) {
  static int t[H][W];
  for (int s = 0; s < c; s++) {
    for (int i = 0; i < H; i++)
      for (int j = 0; j < W; j++) t[i][j] = p[i][j] * 2;
    for (int i = 1; i < H; i++)
      for (int j = 0; j < W; j++) p[i][j] = t[i][j] + t[i - 1][j];
  }
}

int main(void) {
  for (int i = 0; i < H * W; i++) p[0][i] = i * 7919 % 10007;
  for (int c = 1; c < 4; c++) {
    before(c);
    unsigned sum = 0;
    for (int i = 0; i < H * W; i++) sum = sum * 31 + o[0][i];
    one(c);
    none(c);
    for (int i = 0; i < H * W; i++) sum = sum * 31 + o[0][i] + p[0][i];
    printf(" %u", sum);
  }
  puts("");
}
