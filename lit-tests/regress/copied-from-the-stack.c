// Rows of a static array go to the stack: a copy from there is no tail call any more. It ran when the stack was given
// back, and loads of the rows were hoisted past it.
//
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3 -march=native
// RUN: %run_both --fused --options=place=late %s
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=IR

#include <stdio.h>
#include <string.h>
#define FUNCTION __attribute__((noinline)) void
enum { H = 64, W = 300 };

// CHECK: array behind.t of 76800 bytes folded onto 2 row(s) of 1200 bytes on the stack
// IR-LABEL: define{{.*}} @behind(
// IR-NOT: tail call void @llvm.memcpy
// IR: call void @llvm.memcpy
// IR: }
FUNCTION behind(int (*restrict p)[W], int (*restrict o)[W]) {
  static int t[H][W];
  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++) t[i][j] = p[i][j] * 3;
  for (int i = 1; i < H; i++)
    for (int j = 0; j < W; j++) o[i][j] = t[i][j] + t[i - 1][j];
  memcpy(o[0], t[H - 1], sizeof t[0]);
}

FUNCTION steps(int c, int (*restrict p)[W], int (*restrict o)[W]) {
  static int t[H][W];
  for (int s = 0; s < c; s++) {
    for (int i = 1; i < H; i++) memcpy(&t[i][1], &p[i][1], (W - 2) * sizeof(int));
    for (int i = 1; i < H - 1; i++)
      for (int j = 1; j < W - 1; j++) o[i][j] = t[i][j] + 3 * t[i + 1][j];
    for (int j = 1; j < W - 1; j++) o[0][j] += t[H - 2][j];
  }
}

int main(void) {
  static int p[H][W], o[H][W];
  for (int i = 0; i < H * W; i++) p[0][i] = i * 7919 % 10007;
  for (int k = 0; k < 3; k++) {
    behind(p, o);
    unsigned sum = 0;
    for (int i = 0; i < H * W; i++) sum = sum * 31 + o[0][i];
    steps(k, p, o);
    for (int i = 0; i < H * W; i++) sum = sum * 31 + o[0][i];
    printf(" %u", sum);
    p[k][k] += 5;
  }
  puts("");
}
