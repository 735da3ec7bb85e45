// Methods of objects given by reference: pointers are loaded where a loop runs, lengths always. All goes before
// both loops, so that a check can ask for it. Of what may not be there, zeros are loaded if the loop does not run.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s

#include <stdio.h>

struct vector {
  float *begin, *end;
};
static long size(const struct vector *v) { return v->end - v->begin; }

// CHECK-DAG: loads-under-guards.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; behind a run-time check of 5 pair(s) of pointers
__attribute__((noinline)) static void references(const struct vector x[static 1], struct vector t[static 1], struct vector y[static 1]) {
  for (long i = 0; i < size(t); i++) t->begin[i] = x->begin[i] * x->begin[i];
  for (long i = 0; i < size(y); i++) y->begin[i] = t->begin[i] + x->begin[i];
}

// Only the second loop says that there is an x.
// CHECK-DAG: loads-under-guards.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; behind a run-time check of
__attribute__((noinline)) static void pointers(const struct vector *x, struct vector t[static 1], struct vector y[static 1]) {
  for (long i = 0; i < size(t); i++) t->begin[i] = t->begin[i] * 3;
  for (long i = 0; i < size(y); i++) y->begin[i] = t->begin[i] + x->begin[i];
}

// What is stored under the first condition is loaded under the second.
__attribute__((noinline)) static void sets(struct vector x[static 1], struct vector t[static 1], struct vector y[static 1], float *other) {
  if (size(t) > 0) {
    x->begin = other;
    for (long i = 0; i < size(t); i++) t->begin[i] = t->begin[i] * 3;
  }
  for (long i = 0; i < size(y); i++) y->begin[i] = t->begin[i] + x->begin[i];
}

#pragma clang optimize off
int main(void) {
  static float all[400];
  float sum = 0;
  for (int n = 0; n < 24; n++)
    for (int m = 0; m <= n; m++)
      for (int at = 0; at < 120; at += 13) {
        for (int i = 0; i < 400; i++) all[i] = i % 13 - 4;
        struct vector x = {all + 40, all + 40 + n}, t = {all + at, all + at + n}, y = {all + 90, all + 90 + m};
        references(&x, &t, &y);
        pointers(m ? &x : NULL, &t, &y), sets(&x, &t, &y, all + 200);
        references(&y, &x, &t);
        for (int i = 0; i < 400; i++) sum = 0.9f * sum + all[i] * 1e-3f;
        printf("%a\n", sum);
      }
}
