// Images with sizes and subscripts of 32 bits, through pointers that may overlap: a blur in x, then in y. `1 < w - 1`
// says that a row has a positive length, and a subscript that does not overflow is a number of its own; so both levels
// fuse, behind one check. A margin that is a variable says nothing of the sign of a row's length, so that rows might
// overlap.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3

#include <stdio.h>
#include <stdlib.h>
struct image {
  float *at;
  int h, w;
};
#define FUNCTION __attribute__((noinline)) void

// CHECK-DAG: int-images.c:[[#@LINE+4]]:3: remark: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]], trip count h; the first 2 iteration(s) of the first loop run before; where all loops run; behind a run-time check of 1 pair(s)
// CHECK-DAG: int-images.c:[[#@LINE+4]]:5: remark: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]], trip count (w - 2)
FUNCTION blur(const float *in, float *out, int h, int w) {
  float *t = malloc(sizeof *t * h * w);
  for (int i = 0; i < h; i++)
    for (int j = 1; j < w - 1; j++) t[i * w + j] = in[i * w + j - 1] + in[i * w + j + 1];
  for (int i = 1; i < h - 1; i++)
    for (int j = 1; j < w - 1; j++) out[i * w + j] = t[(i - 1) * w + j] + t[(i + 1) * w + j];
  free(t);
}

// What is loaded might be no number, where the program does not look at it. The check does, and the loops take what it
// took.
// CHECK-DAG: int-images.c:[[#@LINE+6]]:3: remark: fused loop at line [[#@LINE+6]] with loop at line [[#@LINE+8]], trip count h; the first 2 iteration(s) of the first loop run before; where all loops run; behind a run-time check of 1 pair(s)
// CHECK-DAG: int-images.c:[[#@LINE+6]]:5: remark: fused loop at line [[#@LINE+6]] with loop at line [[#@LINE+8]], trip count (w - 2)
FUNCTION of_struct(const struct image *in, struct image *out) {
  int h = in->h, w = in->w;
  const float *from = in->at;
  float *t = malloc(sizeof *t * h * w), *to = out->at;
  for (int i = 0; i < h; i++)
    for (int j = 1; j < w - 1; j++) t[i * w + j] = from[i * w + j - 1] + from[i * w + j + 1];
  for (int i = 1; i < h - 1; i++)
    for (int j = 1; j < w - 1; j++) to[i * w + j] = t[(i - 1) * w + j] + t[(i + 1) * w + j];
  free(t);
}

// CHECK-DAG: int-images.c:[[#@LINE+3]]:3: remark: loop at line [[#@LINE+3]] and loop at line [[#@LINE+5]] not fused:
FUNCTION around(const float *in, float *out, int h, int w, int r) {
  float *t = malloc(sizeof *t * h * w);
  for (int i = 0; i < h; i++)
    for (int j = r; j < w - r; j++) t[i * w + j] = in[i * w + j - r] + in[i * w + j + r];
  for (int i = r; i < h - r; i++)
    for (int j = r; j < w - r; j++) out[i * w + j] = t[(i - r) * w + j] + t[(i + r) * w + j];
  free(t);
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
  for (int h = 0; h < 40; h = h * 3 / 2 + 1)
    for (int w = 0; w < 40; w = w * 3 / 2 + 1) {
      blur(all, all + 10000, h, w), show("apart");
      blur(all + 5000, all + 5000 + w, h, w), show("overlapping");
      blur(all + 5000, all + 5000, h, w), show("equal");
      of_struct(&(struct image){all, h, w}, &(struct image){all + 10000, 0, 0}), show("struct");
      of_struct(&(struct image){all, h, w}, &(struct image){all + 3, 0, 0}), show("overlapping");
      around(all, all + 10000, h, w, 2), show("around");
    }
}
