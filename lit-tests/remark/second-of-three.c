// Where nothing can fuse, nothing is prepared; what is said is said of the prepared loops all the
// same: the third loop is not in simplified form where the remarks are made. The fused loop stands
// where its first part did.
//
// RUN: %clang_fuse -O2 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s

#include <stdio.h>

void tone(const float *restrict in, float *restrict out, int n) {
  float a = 0, b = 0;
  // CHECK: [[#@LINE + 1]]:3: remark: fused loop at line [[#@LINE + 1]] with loop at line [[#@LINE + 3]]
  for (int i = 0; i < n; i++)
    if (in[i] < a) a = in[i];
  for (int i = 0; i < n; i++)
    if (in[i] > b) b = in[i];
  printf("%f\n", a);
  // CHECK: remark: loop at line [[#@LINE - 5]] and loop at line [[#@LINE + 1]] not fused
  for (int i = 0; i < n; i++) out[i] = (in[i] - a) / (b - a);
  // CHECK-NOT: cannot be fused
}
