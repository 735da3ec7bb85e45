// An image blurred in x, then in y, then sharpened: of the first temporary four rows live at a time, of the
// second one element. In several forms: flat arrays of variable width, arrays of rows, on the stack, in a loop
// that allocates anew each time, behind a run-time check.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O3 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
// RUN: %clang -O1 -g -S -emit-llvm %s -o - | %opt -passes='loop-fuse<print-verdicts>' -disable-output 2>&1 | \
// RUN:   FileCheck %s --check-prefix=VERDICT
// VERDICT-DAG: [Folded] array x of 4 * h * w bytes folded onto 4 row(s) of 4 * w bytes
// VERDICT-DAG: [DeadStores] array y of 4 * h * w bytes is not written here any more
// VERDICT: [Kept] array x of 48000 bytes is kept: it is also accessed outside of the loops
//
// A debugger is not told that the array on the stack is what its variable holds:
// RUN: %clang_fuse -O2 -g -S -emit-llvm %s -o - | FileCheck %s --check-prefix=DEBUG
// RUN: %clang_fuse -O2 -g -S -emit-llvm %s -o - -mllvm -loop-fuse-options='no-contract' | FileCheck %s --check-prefix=KEPT
// DEBUG: define{{.*}} @stack(
// DEBUG: #dbg_assign({{[^,]*}}, ![[#]], !DIExpression(), ![[#]], ptr poison,
// KEPT: define{{.*}} @stack(
// KEPT: #dbg_assign({{[^,]*}}, ![[#]], !DIExpression(), ![[#]], ptr %

#include <stdio.h>
#include <stdlib.h>

// CHECK-DAG: rows.c:[[#@LINE+4]]:3: remark: array x of 4 * h * w bytes folded onto 4 row(s) of 4 * w bytes: no more of it is touched
// CHECK-DAG: rows.c:[[#@LINE+4]]:{{.*}}: remark: array y of {{.*}} bytes is not written here any more: 1 store(s) removed that nothing reads
__attribute__((noinline)) void flat(const float *restrict in, float *restrict out, long h, long w) {
  float *x = malloc(h * w * sizeof *x), *y = malloc(h * w * sizeof *y);
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++) x[i * w + j] = (in[i * w + j - 1] + 2 * in[i * w + j] + in[i * w + j + 1]) / 4;
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++) y[i * w + j] = (x[(i - 1) * w + j] + 2 * x[i * w + j] + x[(i + 1) * w + j]) / 4;
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++) out[i * w + j] = in[i * w + j] + 1.5f * (in[i * w + j] - y[i * w + j]);
  free(x), free(y);
}

// CHECK-DAG: rows.c:[[#@LINE+3]]:3: remark: array x of {{.*}} bytes folded onto 2 row(s) of 1200 bytes
__attribute__((noinline)) void stack(const float *restrict in, float *restrict out, long h) {
  float x[60][300];
  for (long i = 0; i < h; i++)
    for (long j = 0; j < 300; j++) x[i][j] = in[i * 300 + j] * 3;
  for (long i = 0; i < h - 1; i++)
    for (long j = 0; j < 300; j++) out[i * 300 + j] = x[i][j] - x[i + 1][j];
}

// CHECK-DAG: rows.c:[[#@LINE+5]]:5: remark: array x of {{.*}} bytes folded onto 4 row(s)
__attribute__((noinline)) void again(float *restrict in, float *restrict out, long h, long w) {
  for (int k = 0; k < 3; k++) {
    float(*x)[w] = malloc(h * w * sizeof **x);
    if (!x) continue;
    for (long i = 0; i < h; i++)
      for (long j = 0; j < w; j++) x[i][j] = in[i * w + j] + k;
    for (long i = 0; i < h - 2; i++)
      for (long j = 0; j < w; j++) out[i * w + j] += x[i][j] * x[i + 2][j];
    free(x);
  }
}

// Where the check fails, the original loops use all of the array.
// CHECK-DAG: rows.c:[[#@LINE+4]]:3: remark: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]], {{.*}}; behind a run-time check of 1 pair(s) of pointers
// CHECK-DAG: rows.c:[[#@LINE+3]]:3: remark: array x of {{.*}} bytes folded onto 2 row(s)
__attribute__((noinline)) void checked(const float *in, float *out, long h, long w) {
  float *x = malloc(h * w * sizeof *x);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++) x[i * w + j] = in[i * w + j] * 2;
  for (long i = 0; i < h - 1; i++)
    for (long j = 0; j < w; j++) out[i * w + j] = x[(i + 1) * w + j] - x[i * w + j];
  free(x);
}

// The loop over the kernel is unrolled before the rows are looked at; the rows in front stay one loop till then.
// Subscripts of type int in front of a start that is not zero: the columns fuse, too.
// CHECK-DAG: rows.c:[[#@LINE+6]]:5: remark: fused loop at line [[#@LINE+6]] with loop at line [[#@LINE+12]]
// CHECK-DAG: rows.c:[[#@LINE+4]]:3: remark: array x of {{.*}} bytes folded onto 8 row(s) of 4 * w bytes
__attribute__((noinline)) void kernel(const float *in, float *out, int h, int w) {
  static const float weights[] = {0.06f, 0.24f, 0.4f, 0.24f, 0.06f};
  float *x = malloc(sizeof *x * h * w);
  for (int i = 0; i < h; i++)
    for (int j = 2; j < w - 2; j++) {
      float sum = 0;
      for (int k = -2; k <= 2; k++) sum += weights[k + 2] * in[i * w + j + k];
      x[i * w + j] = sum;
    }
  for (int i = 2; i < h - 2; i++)
    for (int j = 2; j < w - 2; j++) {
      float sum = 0;
      for (int k = -2; k <= 2; k++) sum += weights[k + 2] * x[(i + k) * w + j];
      out[i * w + j] = sum;
    }
  free(x);
}

// Rows that run before the check are read by the original loops behind it, too: these are where they were.
__attribute__((noinline)) void before_the_check(const float *in, float *out) {
  float(*x)[300] = malloc(40 * sizeof *x), (*y)[300] = malloc(40 * sizeof *y);
  for (long i = 3; i < 40; i++)
    for (long j = 0; j < 300; j++) x[i][j] = in[i * 300 + j] * 2;
  for (long i = 3; i < 39; i++)
    for (long j = 0; j < 300; j++) y[i][j] = x[i][j] - x[i + 1][j];
  for (long i = 3; i < 38; i++)
    for (long j = 0; j < 300; j++) out[i * 300 + j] = y[i][j] * y[i + 1][j];
  free(x), free(y);
}

#pragma clang optimize off
static float all[60000];
static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < 60000; i++) sum = sum * 0.9999 + all[i];
  printf("%s %a\n", what, sum);
  for (int i = 0; i < 60000; i++) all[i] = (i * 7919 % 1000) * 0.001f;
}
int main(void) {
  for (long h = 0; h < 9; h++)
    for (long w = 0; w < 9; w++) {
      flat(all, all + 30000, h, w), show("flat");
      again(all, all + 30000, h, w), show("again");
      checked(all, all + 30000, h, w), show("apart");
      checked(all, all + 3, h, w), show("overlapping");
      kernel(all, all + 30000, h, w), show("kernel");
      kernel(all, all + 7, h, w), show("overlapping");
    }
  for (long at = -700; at < 700; at += 150) before_the_check(all + 5000, all + 5000 + at), show("before");
  before_the_check(all, all + 30000), show("before");
  for (long h = 0; h < 60; h += 7) stack(all, all + 30000, h), show("stack");
  flat(all, all + 30000, 90, 110), show("flat");
  again(all, all + 30000, 70, 33), show("again");
  checked(all, all + 17, 70, 33), show("overlapping");
}
