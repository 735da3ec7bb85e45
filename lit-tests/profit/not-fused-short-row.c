// A short row whose values are carried to later elements is to fill its vectors: what is left over would run one by one, as
// LLVM makes no vectorised epilogue for carried values.
//
// RUN: %clang_fuse -O3 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse \
// RUN:   -mllvm -loop-fuse-options=place=early 2>&1 | FileCheck %s
// RUN: %clang_fuse -O3 -g -c %s -o /dev/null -Rpass=loop-fuse -mllvm -loop-fuse-options=no-profit 2>&1 | \
// RUN:   FileCheck %s --check-prefix=ANY
// RUN: %run_both --fused %s

#include <stdio.h>

// Vectors of four floats: eight elements fill two, ten do not.
// CHECK-DAG: not-fused-short-row.c:[[#@LINE+3]]:3: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip count 10; {{.*}}load(s) replaced by values of earlier iterations
// ANY-DAG: not-fused-short-row.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]]
__attribute__((noinline)) void eight(const float *restrict in, float *restrict t, float *restrict out) {
  for (int i = 0; i < 10; i++) t[i] = in[i] * in[i] + 1;
  for (int i = 1; i < 9; i++) out[i] = t[i - 1] + t[i] + t[i + 1];
}

// CHECK-DAG: not-fused-short-row.c:[[#@LINE+3]]:3: remark: loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused: the fused loop would not be vectorised: of 10 iterations at a time, 2 would run one by one
// ANY-DAG: not-fused-short-row.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]]
__attribute__((noinline)) void ten(const float *restrict in, float *restrict t, float *restrict out) {
  for (int i = 0; i < 12; i++) t[i] = in[i] * in[i] + 1;
  for (int i = 1; i < 11; i++) out[i] = t[i - 1] + t[i] + t[i + 1];
}

#pragma clang optimize off
int main(void) {
  static float in[12], t[12], out[12];
  for (int i = 0; i < 12; i++) in[i] = i * 31 % 17;
  for (int n = 0; n < 3; n++) {
    eight(in, t, out);
    double sum = 0;
    for (int i = 0; i < 12; i++) sum = sum * 0.9 + out[i] + t[i];
    ten(in, t, out);
    for (int i = 0; i < 12; i++) sum = sum * 0.9 + out[i] + t[i];
    printf("%a\n", sum);
    in[n] -= 3;
  }
}
