// Inner loops that LLVM unrolls along rows that fill vectors do not wait for that: fused before, nests over rows are left to
// the SLP vectoriser. Fused behind, the loop vectoriser would take them, with gathers.
//
// RUN: %clang_fuse -O3 -gline-tables-only -S -emit-llvm %s -o %t.ll -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.ll
// RUN: %run_both --fused %s

#include <stdio.h>

enum { rows = 40 };
static float in[rows][8], once[rows][8], twice[rows][8];
float out[rows][8];

// CHECK-DAG: rows-fill-vectors.c:[[#@LINE+11]]:3: remark: fused loop at line [[#@LINE+11]] with loop at line [[#@LINE+13]], trip count 40
// CHECK-DAG: rows-fill-vectors.c:[[#@LINE+10]]:3: remark: fused loop at line [[#@LINE+10]] with loop at line [[#@LINE+14]], trip count 40
// IR-LABEL: define {{.*}} @filled(
// IR: fmul <4 x float>
// IR: store <4 x float>
// IR: fmul <4 x float>
// IR: store <4 x float>
// IR: br i1 {{.*}}, !llvm.loop [[FILLED:![0-9]+]]
// IR-NOT: br i1
__attribute__((noinline)) void filled(void) {
  // Each a row of eight floats.
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 8; j++) once[i][j] = in[i][j] * 3 + 1;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 8; j++) twice[i][j] = once[i][j] * once[i][j];
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 8; j++) out[i][j] = twice[i][j] - once[i][j];
}

// A dot product in strict order fills no vector: the loop around is one for the loop vectoriser.
// CHECK-DAG: rows-fill-vectors.c:[[#@LINE+4]]:3: remark: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+9]], trip count 40
// IR-LABEL: define {{.*}} @products(
// IR: br i1 {{.*}}, !llvm.loop [[PRODUCTS:![0-9]+]]
__attribute__((noinline)) void products(float *restrict length) {
  for (int i = 0; i < rows; i++) {
    float sum = 0;
    for (int j = 0; j < 8; j++) sum += in[i][j] * in[i][j];
    length[i] = sum;
  }
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 2; j++) out[i][j] = in[i][j] + length[i];
}

// Rows with no gaps between them are one array to the vectoriser, unless they are fused before: short ones wait.
// CHECK-DAG: rows-fill-vectors.c:[[#@LINE+5]]:3: remark: loop at line [[#@LINE+5]] and loop at line [[#@LINE+7]] not fused: the fused loop would not be vectorised
// IR-LABEL: define {{.*}} @dense(
// IR: br i1 {{.*}}, !llvm.loop
__attribute__((noinline)) void dense(long n, const float *restrict a, float *restrict b, float *restrict c) {
  // Each a row of one vector.
  for (long i = 0; i < n; i++)
    for (int j = 0; j < 4; j++) b[i * 4 + j] = a[i * 4 + j] * 2 + 1;
  for (long i = 1; i < n; i++)
    for (int j = 0; j < 4; j++) c[i * 4 + j] = b[i * 4 + j] - b[(i - 1) * 4 + j];
}

// IR-DAG: [[FILLED]] = distinct !{[[FILLED]], {{.*}}[[KEPT:![0-9]+]]}
// IR-DAG: [[KEPT]] = !{!"llvm.loop.vectorize.enable", i32 0}
// IR-DAG: [[PRODUCTS]] = distinct !{[[PRODUCTS]], {{.*}}[[TAKEN:![0-9]+]], {{.*}}}
// IR-DAG: [[TAKEN]] = !{!"llvm.loop.isvectorized", i32 1}

#pragma clang optimize off
int main(void) {
  static float length[rows], differences[rows * 8];
  for (int i = 0; i < rows * 8; i++) in[0][i] = i * 37 % 23 - 7;
  for (int n = 0; n < 3; n++) {
    filled();
    products(length);
    dense(n ? rows / n : 2 * rows, in[0], out[0], differences);
    float sum = 0;
    for (int i = 0; i < rows * 8; i++) sum = sum * 0.5f + out[0][i] + length[i / 8] + differences[i];
    printf("%a\n", sum);
    in[n][n] += 1;
  }
}
