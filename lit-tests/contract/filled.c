// Arrays that are filled when they are made, all of whose rows are written again before they are read, but for
// the margins, which nobody reads. Then the fill goes, or does not matter, and the rows share places.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=IR
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
//
// IR: define{{.*}} @cleared(
// IR-NOT: {{memset|calloc}}
// IR: define{{.*}} @zeroed(
// IR: define{{.*}} @narrow(
// IR-NOT: {{memset|calloc}}
// IR: define{{.*}} @wider(
// IR: {{memset|calloc}}
// IR: define{{.*}} @above(
// IR: {{memset|calloc}}
// IR: define{{.*}} @sometimes(
// IR: {{memset|calloc}}
// IR: define{{.*}} @perhaps(
// IR: {{memset|calloc}}
// IR: define{{.*}} @late(
// IR: {{memset|calloc}}
// IR: ret void

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define FUNCTION __attribute__((noinline)) void

// CHECK-DAG: filled.c:[[#@LINE+4]]:3: remark: array x of {{.*}} folded onto 4 row(s) of 4 * w bytes
FUNCTION cleared(const float *restrict in, float *restrict out, long h, long w) {
  float *x = malloc(h * w * sizeof *x);
  memset(x, 0, h * w * sizeof *x);
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++) x[i * w + j] = in[i * w + j - 1] + in[i * w + j + 1];
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++) out[i * w + j] = x[(i - 1) * w + j] + x[(i + 1) * w + j];
  free(x);
}

// Columns lag behind, too: the first two of a row are in the row if the others are.
// CHECK-DAG: filled.c:[[#@LINE+5]]:5: remark: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+7]], {{.*}}; the first 2 iteration(s) of the first loop run before
// CHECK-DAG: filled.c:[[#@LINE+3]]:3: remark: array x of {{.*}} folded onto 4 row(s) of 4 * w bytes
FUNCTION zeroed(const float *in, float *out, long h, long w) {
  float *x = calloc(h * w, sizeof *x);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++) x[i * w + j] = in[i * w + j] * 2;
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++) out[i * w + j] = x[(i - 1) * w + j - 1] + x[(i + 1) * w + j + 1];
  free(x);
}

// Sizes and subscripts of 32 bits.
// CHECK-DAG: filled.c:[[#@LINE+4]]:3: remark: array x of {{.*}} folded onto 4 row(s) of 4 * w bytes
FUNCTION narrow(const float *restrict in, float *restrict out, int h, int w) {
  float *x = malloc(sizeof *x * h * w);
  memset(x, 0, sizeof *x * h * w);
  for (int i = 0; i < h; i++)
    for (int j = 1; j < w - 1; j++) x[i * w + j] = in[i * w + j - 1] + in[i * w + j + 1];
  for (int i = 1; i < h - 1; i++)
    for (int j = 1; j < w - 1; j++) out[i * w + j] = x[(i - 1) * w + j] + x[(i + 1) * w + j];
  free(x);
}

// Where something is read that was not written, it is what the array was filled with: a margin, the rows above, rows
// and columns that are written only if, what is read before it is written.
#define FILL \
  float *x = malloc((h + 1) * w * sizeof *x); \
  memset(x, 0, (h + 1) * w * sizeof *x);
#define READ(from) \
  for (long i = from; i < h - 1; i++) \
    for (long j = 1; j < w - 1; j++) out[i * w + j] = x[i * w + j] + x[(i + 1) * w + j]; \
  free(x);
FUNCTION wider(const float *restrict in, float *restrict out, long h, long w) {
  FILL
  for (long i = 0; i < h; i++)
    for (long j = 2; j < w - 1; j++) x[i * w + j] = in[i * w + j - 1] + in[i * w + j + 1];
  READ(0)
}
FUNCTION above(const float *restrict in, float *restrict out, long h, long w) {
  FILL
  for (long i = 1; i < h; i++)
    for (long j = 1; j < w - 1; j++) x[i * w + j] = in[i * w + j - 1] + in[i * w + j + 1];
  READ(0)
}
FUNCTION sometimes(const float *restrict in, float *restrict out, long h, long w) {
  FILL
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++)
      if (in[i * w + j] > 0.3f) x[i * w + j] = in[i * w + j - 1] + in[i * w + j + 1];
  READ(0)
}
FUNCTION perhaps(const float *restrict in, float *restrict out, long h, long w) {
  FILL
  for (long i = 0; i < h; i++)
    if (in[i] > 0.3f)
      for (long j = 1; j < w - 1; j++) x[i * w + j] = in[i * w + j - 1] + in[i * w + j + 1];
  READ(0)
}
FUNCTION late(const float *restrict in, float *restrict out, long h, long w) {
  FILL
  for (long i = 0; i < h; i++) {
    for (long j = 1; j < w - 1; j++) out[i * w + j] = x[i * w + j] * 3;
    for (long j = 1; j < w - 1; j++) x[i * w + j] = in[i * w + j - 1] + in[i * w + j + 1];
  }
  READ(h - 3)
}

#pragma clang optimize off
static float all[20000];
static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < 20000; i++) sum = sum * 0.9999 + all[i];
  printf("%s %a\n", what, sum);
  for (int i = 0; i < 20000; i++) all[i] = (i * 7919 % 1000) * 0.001f;
}
int main(void) {
  show("nothing");
  for (int h = 3; h < 40; h = h * 3 / 2 + 1)
    for (int w = 0; w < 40; w = w * 3 / 2 + 1) {
      float *in = all, *out = all + 10000;
      cleared(in, out, h, w), show("cleared");
      zeroed(in, out, h, w), show("zeroed");
      zeroed(in, in + 1, h, w), show("overlapping");
      narrow(in, out, h, w), show("narrow");
      wider(in, out, h, w), show("wider");
      above(in, out, h, w), show("above");
      sometimes(in, out, h, w), show("sometimes");
      perhaps(in, out, h, w), show("perhaps");
      late(in, out, h, w), show("late");
    }
}
