// The same with rows that go to the stack, where nothing of the library is called.
//
// CHECK: array compute.x of 384000 bytes folded onto 4 row(s) of 6000 bytes on the stack
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <malloc.h>
enum { H = 64, W = 1500 };
__attribute__((noinline)) void compute(const float *restrict in, float *restrict out, int h) {
  static float x[H][W];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * 3;
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
}
#pragma clang optimize off
static sigjmp_buf back;
static volatile sig_atomic_t computing;
static void stop(int s) {
  (void)s;
  if (computing) siglongjmp(back, 1);
}
static float in[H * W], out[H * W];
int main(void) {
  signal(SIGALRM, stop);
  struct itimerval every = {{0, 100}, {0, 100}};
  setitimer(ITIMER_REAL, &every, 0);
  static volatile int stopped;
  while (stopped < 20000) {
    if (sigsetjmp(back, 1) == 0) {
      computing = 1;
      for (;;) compute(in, out, 3);
    }
    computing = 0;
    stopped++;
    free(malloc(40000));
  }
  every.it_value.tv_usec = every.it_interval.tv_usec = 0;
  setitimer(ITIMER_REAL, &every, 0);
  printf("%d, heap of %s\n", stopped, mallinfo2().uordblks < 1000000 ? "less than 1 MB" : "more than 1 MB");
}
