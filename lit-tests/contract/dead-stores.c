// A temporary that only the original loops of a check read: where these do not run nothing is stored to it.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s

#include <stdio.h>
#include <stdlib.h>

// CHECK: dead-stores.c:[[#@LINE+4]]:3: remark: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]], {{.*}}; behind a run-time check
// CHECK: dead-stores.c:[[#@LINE+3]]:3: remark: array t of {{.*}} bytes is not written here any more: 1 store(s) removed that nothing reads
__attribute__((noinline)) void chain(const double *in, double *out, long n) {
  double *t = calloc(n, sizeof *t);
  for (long i = 0; i < n; i++) t[i] = in[i] * 2;
  if (!t) return;
  for (long i = 0; i < n; i++) out[i] = t[i] + 1;
  free(t);
}

#pragma clang optimize off
int main(void) {
  static double all[300];
  for (long n = 0; n < 100; n += 1 + n / 4)
    for (int at = 0; at < 200; at += 7) {
      for (int i = 0; i < 300; i++) all[i] = i * 31 % 17;
      chain(all + 50, all + at, n);
      double sum = 0;
      for (int i = 0; i < 300; i++) sum = sum * 0.99 + all[i];
      printf("%a\n", sum);
    }
}
