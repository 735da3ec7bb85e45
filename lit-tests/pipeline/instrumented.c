// Programs that watch themselves do the same fused: AddressSanitizer, ThreadSanitizer and a profile are put in behind the
// pass or before it. UndefinedBehaviorSanitizer's checks call functions in the loops, which keeps them apart.
//
// REQUIRES: compiler-rt
// RUN: %run_both --fused %s -fsanitize=address
// RUN: %run_both --fused %s -fsanitize=thread
// RUN: %run_both --not-fused %s -fsanitize=undefined
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clang_fuse -O2 -fprofile-generate=. %s -o made && ./made
// RUN: llvm-profdata merge -o made.profdata *.profraw
// RUN: %clang_fuse -O2 -g -fprofile-use=made.profdata -fdiagnostics-show-hotness -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -fprofile-use=%t/made.profdata
#include <stdio.h>

// CHECK: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]]{{.*}}(hotness: 19050)
__attribute__((noinline)) void pair(float *restrict b, float *restrict c, const float *restrict a, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i] + 1;
  for (int i = 0; i < n; i++)
    c[i] = b[i] * 2;
}

int main(void) {
  static float a[1000], b[1000], c[1000];
  for (int k = 0; k < 20; k++) {
    pair(b, c, a, 1000 - 5 * k);
    a[k] = c[999 - 5 * k];
  }
  for (int k = 0; k < 20; k++)
    printf("%g %g\n", a[k], c[40 * k]);
}
