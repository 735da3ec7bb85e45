// Loops whose inner loops LLVM unrolls are innermost ones for the vectoriser, and are judged as such: at the late
// place, once that has happened. Fused earlier, the second loop of 'serial' would keep the first from vectors.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -mllvm -loop-fuse-options=place=early 2>&1 | \
// RUN:   FileCheck %s --check-prefix=EARLY
// RUN: %run_both --fused %s

#include <stdio.h>

// CHECK-DAG: unrolled-inside.c:[[#@LINE+3]]:3: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+8]]
// EARLY-DAG: unrolled-inside.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+7]]
__attribute__((noinline)) void luminance(long n, const float *restrict in, float *restrict t, float *restrict out) {
  for (long i = 0; i < n; i++) {
    float sum = 0;
    for (int c = 0; c < 3; c++) sum += in[3 * i + c];
    t[i] = sum;
  }
  for (long i = 0; i < n; i++)
    for (int c = 0; c < 3; c++) out[3 * i + c] = t[i] * in[3 * i + c];
}

// CHECK-DAG: unrolled-inside.c:[[#@LINE+3]]:3: remark: loop at line [[#@LINE+3]] and loop at line [[#@LINE+8]] not fused: the fused loop would not be vectorised
// EARLY-DAG: unrolled-inside.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+7]]
__attribute__((noinline)) void serial(long n, const float *restrict in, float *restrict t, float *restrict out) {
  for (long i = 1; i < n; i++) {
    float sum = 0;
    for (int c = 0; c < 3; c++) sum += in[i + c];
    t[i] = sum;
  }
  for (long i = 1; i < n; i++)
    for (int c = 0; c < 2; c++) out[2 * i + c] = out[2 * i + c - 2] * 0.5f + t[i];
}

#pragma clang optimize off
int main(void) {
  static float in[400], t[400], out[400];
  for (int i = 0; i < 400; i++) in[i] = i * 31 % 17;
  for (long n = 0; n < 120; n += 1 + n / 3) {
    luminance(n, in, t, out);
    serial(n, in, t, out);
    double sum = 0;
    for (int i = 0; i < 400; i++) sum = sum * 0.99 + out[i] + t[i];
    printf("%a\n", sum);
  }
}
