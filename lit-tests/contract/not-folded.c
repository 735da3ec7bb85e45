// Arrays whose rows cannot share a place, each for another reason.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass-missed=loop-fuse 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: %run_both --fused %s
//
// CHECK-NOT: folded onto
// CHECK: remark: fused loop
// CHECK-NOT: folded onto

#include <stdio.h>
#include <stdlib.h>

#define PRODUCE \
  for (long i = 0; i < h; i++) \
    for (long j = 0; j < w; j++) x[i * w + j] = in[i * w + j] * 2;
#define CONSUME \
  for (long i = 0; i < h - 1; i++) \
    for (long j = 0; j < w; j++) out[i * w + j] = x[i * w + j] - x[(i + 1) * w + j];
#define FUNCTION __attribute__((noinline)) void
#define ARGUMENTS (const float *restrict in, float *restrict out, long h, long w)

// An element is read behind the loops.
// KEPT: remark: array x of (4 * h * w + 4) bytes is kept: it is also accessed outside of the loops
FUNCTION read_behind ARGUMENTS {
  float *x = malloc(h * w * sizeof *x + 4);
  PRODUCE CONSUME
  if (h > 1 && w > 0) out[0] += x[0];
  free(x);
}

// What is not written of each row holds zeros.
// KEPT: remark: array x of (4 * h * w + 16) bytes is kept: it is filled before or static, and elements may be read
FUNCTION margin ARGUMENTS {
  float *x = calloc(h * w + 4, sizeof *x);
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w; j++) x[i * w + j] = in[i * w + j] * 2;
  CONSUME
  free(x);
}

// Rows that were not written hold zeros.
FUNCTION zeros ARGUMENTS {
  float *x = calloc(h * w + 4, sizeof *x);
  for (long i = 2; i < h; i++)
    for (long j = 0; j < w; j++) x[i * w + j] = in[i * w + j] * 2;
  CONSUME
  free(x);
}

// The second time reads what the first one wrote.
FUNCTION kept ARGUMENTS {
  float *x = malloc(h * w * sizeof *x + 4);
  for (long i = 0; i < h * w; i++) x[i] = 1;
  for (int k = 0; k < 2; k++) {
    for (long i = 2; i < h; i++)
      for (long j = 0; j < w; j++) x[i * w + j] += in[i * w + j] * 2;
    CONSUME
  }
  free(x);
}

// Somebody else has the pointer.
static float *known;
FUNCTION escapes ARGUMENTS {
  float *x = malloc(h * w * sizeof *x + 4);
  known = x;
  PRODUCE CONSUME
}

// All is filled before the first row is used.
FUNCTION filled ARGUMENTS {
  float *x = malloc(h * w * sizeof *x + 4);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w; j++) x[i * w + j] = in[i * w + j] * 2;
  out[0] = h > 3 && w > 0 ? x[3 * w] : 0;
  for (long i = 1; i < h - 1; i++)
    for (long j = 0; j < w; j++) x[i * w + j] += in[i * w + j];
  CONSUME
  free(x);
}

// Rows that reach into the next.
FUNCTION wide ARGUMENTS {
  float *x = malloc(h * w * sizeof *x + 4 * w + 4);
  for (long i = 0; i < h; i++)
    for (long j = 0; j < w + 1; j++) x[i * w + j] = in[i * w + j] * 2;
  CONSUME
  free(x);
}

#pragma clang optimize off
static float all[60000];
int main(void) {
  void (*functions[])(const float *, float *, long, long) = {read_behind, margin, zeros, kept, escapes, filled, wide};
  for (int f = 0; f < 6; f++)
    for (long h = 0; h < 40; h += 1 + h / 3)
      for (long w = 0; w < 40; w += 1 + w / 3) {
        for (int i = 0; i < 60000; i++) all[i] = (i * 7919 % 1000) * 0.001f;
        functions[f](all, all + 30000, h, w);
        double sum = known && h * w > 0 ? known[h * w / 2] : 0;
        for (int i = 0; i < 60000; i++) sum = sum * 0.9999 + all[i];
        printf("%d %ld %ld %a\n", f, h, w, sum);
        free(known), known = NULL;
      }
}
