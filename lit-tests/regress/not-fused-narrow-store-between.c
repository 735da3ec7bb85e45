// The second loop overwrites half of what the first one stores, and reads what both left in the iteration
// before. In one loop, LLVM 22.1's loop load elimination forwards the first store past the narrower one.
//
// RUN: %clang_fuse -O2 -c %s -o /dev/null -mllvm -loop-fuse-options=no-profit -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --not-fused --options=no-profit %s

#include <stdio.h>

// CHECK-NOT: fused loop
// CHECK: loop at line [[#@LINE+6]] and loop at line [[#@LINE+8]] not fused: {{.*}}values of several widths, which LLVM 22.1 confuses; store and load the elements of an array in one width
typedef unsigned short half __attribute__((may_alias));

static unsigned B[300], E[300];

__attribute__((noinline)) static void f(long n) {
  for (long i = 2; i < n; i++)
    E[i - 1] = 3 * E[i];
  for (long i = 2; i < n; i++) {
    *(half *)&E[i - 1] = 1;
    B[i] = E[i - 2];
  }
}

#pragma clang optimize off
int main(void) {
  unsigned hash = 0;
  for (int n = 0; n < 40; n++) {
    for (int i = 0; i < 300; i++) B[i] = 7 * i, E[i] = 0x01010101u * i * i;
    f(n);
    for (int i = 0; i < 300; i++) hash = hash * 31 + B[i] + 3 * E[i];
  }
  printf("%08x\n", hash);
}
