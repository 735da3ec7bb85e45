// Two threads in one function use rows of its static array that never meet, and nothing there waits: no data race.
// Folded where they are, the rows of one would go to where those of the other one are. They go to memory of the
// call's own.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -pthread
// RUN: %run_both --fused %s -pthread -O3
// CHECK: remark: array between.x of {{.*}} bytes folded onto 4 row(s) of 8000 bytes on the stack

#include <pthread.h>
#include <stdio.h>

enum { H = 60, MIDDLE = 20, W = 2000 };
__attribute__((noinline)) void between(const float *restrict in, float *restrict out, int is_below) {
  static float x[H][W];
  if (is_below) {
    for (int i = MIDDLE; i < H; i++)
      for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * 3;
    for (int i = MIDDLE + 1; i < H - 1; i++)
      for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
  } else {
    for (int i = 0; i < MIDDLE; i++)
      for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * 2;
    for (int i = 1; i < MIDDLE - 1; i++)
      for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] + x[i + 1][j];
  }
}

#pragma clang optimize off
static float in[H * W], out[H * W];
static double wrong;
static void *above(void *unused) {
  for (int k = 0; k < 1000; k++) {
    between(in, out, 0);
    wrong += out[2 * W + 7] != 2 * (in[W + 7] + in[3 * W + 7]);
  }
  return unused;
}
static void *below(void *unused) {
  for (int k = 0; k < 1000; k++) between(in, out, 1);
  return unused;
}
int main(void) {
  pthread_t a, b;
  for (int i = 0; i < H * W; i++) in[i] = i * 7 % 1013;
  pthread_create(&a, 0, above, 0), pthread_create(&b, 0, below, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  double sum = 0;
  for (int i = 0; i < H * W; i++) sum = sum * 0.999999 + out[i], out[i] = 0;
  printf("%g %a\n", wrong, sum);
}
