// A wrong parameter in an annotation is an error of one line, told once, and nothing is written.
//
// RUN: rm -f %t.o
// RUN: not %clang_fuse -O2 -c -DTEXT='"loop-fuse: max-shft=3"' %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %clang_fuse -O2 -c -DTEXT='"loop-fuse: max-shft=3"' %s -o %t.o 2>&1 | grep -c loop-fuse: | FileCheck %s --check-prefix=ONCE
// RUN: not %clang_fuse -O2 -c -DTEXT='"loop-fuse: limit=3"' %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not ls %t.o
//
// CHECK: error: in an annotation of function 'f': loop-fuse: invalid parameter 'max-shft=3'; valid are: {{.*}}max-shift=N
// CHECK-NOT: PLEASE submit a bug report
// ONCE: {{^1$}}
// MODULE: error: in an annotation of function 'f': loop-fuse: parameter 'limit' is one for all functions; give it to the pass

__attribute__((annotate(TEXT))) void f(float *restrict a, float *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] *= 2;
  for (int i = 0; i < n; i++) b[i] += a[i];
}
