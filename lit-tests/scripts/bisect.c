// scripts/bisect names the one edit that changes the program's output, here the fourth of six, or the third, which a
// stand-in for clang makes wrongly: a fusion, or what LLVM's passes do before one. It finds nothing where nothing is
// wrong.
//
// RUN: %bisect -O2 %s -- 7 | FileCheck %s --check-prefix=RIGHT
// RUN: mkdir -p %t
// RUN: env TMPDIR=%t WRONG_EDIT=4 not %bisect --llvm %S/Inputs/wrong-edit -O2 %s -- 7 | FileCheck %s
// RUN: env TMPDIR=%t WRONG_EDIT=3 not %bisect --llvm %S/Inputs/wrong-edit -O2 %s -- 7 | FileCheck %s --check-prefix=PASSES
// RUN: not %bisect -O2 %t.no-such-file.c 2>&1 | FileCheck %s --check-prefix=MISSING
//
// RIGHT: output and exit status {{[0-9]+}} agree; 3 fusions
// CHECK: with fusion
// CHECK-NEXT: edit 4 of 6 makes the difference:
// CHECK-NEXT: {{.*}}bisect.c:32: in second: fused loop at line
// CHECK-NEXT: both programs are kept in [[WITHOUT:.*]]/plain and [[WITHOUT]]/fused
// PASSES: edit 3 of 6 makes the difference:
// PASSES-NEXT: {{.*}}bisect.c:31: in second: loops brought into the form that fusion needs, by passes of LLVM
// MISSING: error: no such file or directory: {{.*}}no-such-file.c

#include <stdio.h>
#include <stdlib.h>

enum { N = 1000 };
int a[N], b[N], c[N], d[N];

__attribute__((noinline)) void first(void) {
    for (int i = 0; i < N; i++) b[i] = 2 * a[i];
    for (int i = 0; i < N; i++) c[i] = b[i] + 1;
}

__attribute__((noinline)) void second(void) {
    for (int i = 0; i < N; i++) d[i] = 3 * c[i];
    for (int i = 0; i < N; i++) a[i] = d[i] + 5;
}

__attribute__((noinline)) void third(void) {
    for (int i = 0; i < N; i++) b[i] = 7 * a[i];
    for (int i = 0; i < N; i++) c[i] = b[i] ^ d[i];
}

int main(int argc, char **argv) {
    a[17] = argc > 1 ? atoi(argv[1]) : 0;
    first();
    second();
#ifdef WRONG
    a[17]++;
#endif
    third();
    printf("%d\n", c[17]);
    return c[17] & 63;
}
