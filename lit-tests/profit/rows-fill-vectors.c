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

// IR-DAG: [[FILLED]] = distinct !{[[FILLED]], {{.*}}[[KEPT:![0-9]+]]}
// IR-DAG: [[KEPT]] = !{!"llvm.loop.vectorize.enable", i32 0}
// IR-DAG: [[PRODUCTS]] = distinct !{[[PRODUCTS]], {{.*}}[[TAKEN:![0-9]+]], {{.*}}}
// IR-DAG: [[TAKEN]] = !{!"llvm.loop.isvectorized", i32 1}

#pragma clang optimize off
int main(void) {
  static float length[rows];
  for (int i = 0; i < rows * 8; i++) in[0][i] = i * 37 % 23 - 7;
  for (int n = 0; n < 3; n++) {
    filled();
    products(length);
    float sum = 0;
    for (int i = 0; i < rows * 8; i++) sum = sum * 0.5f + out[0][i] + length[i / 8];
    printf("%a\n", sum);
    in[n][n] += 1;
  }
}
