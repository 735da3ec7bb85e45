// What loops carry from iteration to iteration stays in registers: 16 of them, of which 2 are for the rest.
//
// RUN: %clang_fuse -O1 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused --options=no-profit %s

#include <stdio.h>

#define SIZE 1000
static double A[SIZE];

// CHECK-DAG: remark: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+5]]
// CHECK-DAG: remark: loop at line [[#@LINE+3]] and the one fused with it share A: 8 byte(s) less to bring in per iteration; 1 array(s) in all, 14 value(s) carried in 16 registers, 0 instruction(s) copied
__attribute__((noinline)) static double fits(long n) {
  double p0 = 0, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0, q0 = 0, q1 = 0, q2 = 0, q3 = 0, q4 = 0, q5 = 0, q6 = 0;
  for (long i = 0; i < n; i++) p0 += A[i] * 2, p1 += A[i] * 3, p2 += A[i] * 4, p3 += A[i] * 5, p4 += A[i] * 6, p5 += A[i] * 7, p6 += A[i] * 8;
  for (long i = 0; i < n; i++) q0 -= A[i] / 3, q1 -= A[i] / 4, q2 -= A[i] / 5, q3 -= A[i] / 6, q4 -= A[i] / 7, q5 -= A[i] / 8, q6 -= A[i] / 9;
  return 1 * p0 + 2 * p1 + 3 * p2 + 4 * p3 + 5 * p4 + 6 * p5 + 7 * p6 + 8 * q0 + 9 * q1 + 10 * q2 + 11 * q3 + 12 * q4 + 13 * q5 + 14 * q6;
}

// CHECK-DAG: remark: loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused: the fused loop would carry 15 values from iteration to iteration, and there are 16 registers; use the parameter no-profit
__attribute__((noinline)) static double does_not_fit(long n) {
  double p0 = 0, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0, p7 = 0, q0 = 0, q1 = 0, q2 = 0, q3 = 0, q4 = 0, q5 = 0, q6 = 0;
  for (long i = 0; i < n; i++) p0 += A[i] * 2, p1 += A[i] * 3, p2 += A[i] * 4, p3 += A[i] * 5, p4 += A[i] * 6, p5 += A[i] * 7, p6 += A[i] * 8, p7 += A[i] * 9;
  for (long i = 0; i < n; i++) q0 -= A[i] / 3, q1 -= A[i] / 4, q2 -= A[i] / 5, q3 -= A[i] / 6, q4 -= A[i] / 7, q5 -= A[i] / 8, q6 -= A[i] / 9;
  return 1 * p0 + 2 * p1 + 3 * p2 + 4 * p3 + 5 * p4 + 6 * p5 + 7 * p6 + 8 * p7 + 9 * q0 + 10 * q1 + 11 * q2 + 12 * q3 + 13 * q4 + 14 * q5 + 15 * q6;
}

int main(void) {
  for (int i = 0; i < SIZE; i++) A[i] = i % 17 - 5;
  printf("%f %f\n", fits(SIZE), does_not_fit(SIZE));
}
