// The second loop lags behind the first one, so that its last iterations run afterwards, and the search's with them. They are no
// copy that was not fused: what they write must stay.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options='verify;no-profit;max-peel=0' -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused --options='no-profit;max-peel=0' %s
// RUN: %run_both --fused --options='no-profit' %s
#include <stdio.h>

static long to[160];
static short moved[160];
static int from[160];

// CHECK: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]]
// CHECK: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; the last 3 iteration(s) of the second loop run afterwards; where it finds that the second loop is left early
__attribute__((noinline)) static int f(void) {
  for (int i = 0; i < 150; i++) to[i] = moved[i];
  for (int i = 0; i < 150; i++) moved[i + 3] = (short)from[i];
  for (int i = 0; i < 150; i++) if (from[i] > 1000) return i;
  return -1;
}

int main(void) {
  for (int at = -1; at < 150; at += 10) {
    for (int i = 0; i < 160; i++) from[i] = i * 3, moved[i] = (short)-i, to[i] = 7;
    if (at >= 0) from[at] = 1001;
    int found = f();
    long sum = 0;
    for (int i = 0; i < 160; i++) sum += (i + 1) * (to[i] * 5 + moved[i]);
    printf("%d %ld\n", found, sum);
  }
}
