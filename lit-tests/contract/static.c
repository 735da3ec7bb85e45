// Static arrays that one function uses hold, at the beginning, what its last call left there. Where all that is read
// was written in the same call, their rows share places, and what nothing reads is not written.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
//
// A debugger finds no folded array:
// RUN: %clang_fuse -O2 -g -S -emit-llvm %s -o - | FileCheck %s --check-prefix=DEBUG
// DEBUG: @rows = internal {{.*}}, !dbg
// DEBUG: @inside.x = internal {{.*}}global{{.*}}, align 16, !loopfuse
// DEBUG-NOT: !dbg
// DEBUG: @kept.x = internal {{.*}}, !dbg

#include <stdio.h>
#define FUNCTION __attribute__((noinline)) void
enum { H = 60, W = 300 };
#define EACH(first, last, from, to) \
  for (int i = first; i < last; i++) \
    for (int j = from; j < to; j++)

static float rows[H][W];
// Another function reads it, too.
FUNCTION known(const float *restrict in, float *restrict out, int h) {
  EACH(0, h, 0, W) rows[i][j] = in[i * W + j] * 2;
  EACH(1, h - 1, 0, W) out[i * W + j] = rows[i - 1][j] + rows[i + 1][j];
}
float first(void) { return rows[3][5]; }

// CHECK-DAG: static.c:[[#@LINE+3]]:3: remark: array inside.x of 72000 bytes folded onto 4 row(s) of 1200 bytes
FUNCTION inside(const float *restrict in, float *restrict out, int h) {
  static float x[H][W];
  EACH(0, h, 1, W - 1) x[i][j] = in[i * W + j - 1] + in[i * W + j + 1];
  EACH(1, h - 1, 1, W - 1) out[i * W + j] = x[i - 1][j] + x[i + 1][j];
}

// Reads what the last call wrote, or, in the first one, the zeros at the sides.
// CHECK-DAG: static.c:[[#@LINE+3]]:3: remark: array kept.x of 72000 bytes is kept: it is filled before or static
FUNCTION kept(const float *restrict in, float *restrict out, int h) {
  static float x[H][W];
  EACH(0, h, 1, W - 1) x[i][j] = in[i * W + j - 1] + in[i * W + j + 1];
  EACH(1, h - 1, 0, W) out[i * W + j] = x[i - 1][j] + x[i + 1][j];
}
FUNCTION last(const float *restrict in, float *restrict out, int h) {
  static float x[H][W];
  EACH(1, h - 1, 0, W) out[i * W + j] = x[i - 1][j] + x[i + 1][j];
  EACH(0, h, 0, W) x[i][j] = in[i * W + j] * 3;
}
// The call inside reads and writes it between.
FUNCTION again(const float *restrict in, float *restrict out, int h) {
  static float x[H][W];
  EACH(0, h, 0, W) x[i][j] = in[i * W + j] + h;
  if (h > 20) again(in, out, h - 13);
  EACH(1, h - 1, 0, W) out[i * W + j] += x[i - 1][j] + x[i + 1][j];
}

#pragma clang optimize off
static float all[40000];
static void show(const char *what) {
  double sum = first();
  for (int i = 0; i < 40000; i++) sum = sum * 0.9999 + all[i];
  printf("%s %a\n", what, sum);
  for (int i = 0; i < 20000; i++) all[i] = (i * 7919 % 1000) * 0.001f;
}
int main(void) {
  show("nothing");
  for (int h = 0; h <= H; h = h * 3 / 2 + 1) {
    float *in = all, *out = all + 20000;
    known(in, out, h), show("known");
    inside(in, out, h), show("inside");
    kept(in, out, h), show("kept");
    last(in, out, h), show("last");
    again(in, out, h), show("again");
  }
}
