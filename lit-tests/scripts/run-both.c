// run-both.py, on which the run tests stand, can fail: it notices a fusion that should not be, none
// where one should be, and a program that does not do the same twice.
//
// RUN: %run_both --fused %s | FileCheck %s
// RUN: not %run_both --not-fused %s 2>&1 | FileCheck %s --check-prefix=FUSED
// RUN: not %run_both --fused %s -O0 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not %run_both %s -DDIFFERENT 2>&1 | FileCheck %s --check-prefix=DIFFERENT
//
// CHECK: fused in main
// CHECK: exit status: 3
// CHECK-NEXT: 43
// FUSED: 1 fused, and none should be
// NOTHING: nothing was fused
// DIFFERENT: run-both: 'fused' differs from 'not fused'

#include <stdio.h>

int a[1000], b[1000], c[1000];

int main(int argc, char **argv) {
    for (int i = 0; i < 1000; i++) b[i] = a[i] + 20 * argc;
    for (int i = 0; i < 1000; i++) c[i] = 2 * b[i] + 3;
    printf("%d\n", c[999]);
#ifdef DIFFERENT
    printf("%s\n", argv[0]);
#else
    (void)argv;
#endif
    return 3;
}
