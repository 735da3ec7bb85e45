// Methods that each load the object's arrays and length anew: what is loaded between the loops goes before
// them, so that one check serves all. Where a loop may change it, it stays.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s

#include <stdio.h>

struct envelope {
  float *input, *level, *gain;
  int n;
};

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+6]], {{.*}}; behind a run-time check of 3 pair(s) of pointers
static void follow(struct envelope *e) {
  for (int i = 0; i < e->n; i++) e->level[i] += 0.1f * (e->input[i] - e->level[i]);
}

static void compress(struct envelope *e) {
  for (int i = 0; i < e->n; i++) e->gain[i] = 1.0f / (1.0f + e->level[i] * e->level[i]);
}

// CHECK-DAG: fused loop at line [[#@LINE-7]] with loop at line [[#@LINE+2]]
static void limit(struct envelope *e, float most) {
  for (int i = 0; i < e->n; i++) e->gain[i] = e->gain[i] > most ? most : e->gain[i];
}

__attribute__((noinline)) static void run(struct envelope *e) { follow(e), compress(e), limit(e, 0.9f); }

// The second count changes in the first loop.
__attribute__((noinline)) static void changes(int **rows, int *counts, int n) {
  for (int i = 0; i < n; i++) counts[i] = i + rows[0][i] % 3;
  for (int i = 0; i < counts[1]; i++) rows[1][i] = rows[0][i] + counts[i];
}

#pragma clang optimize off
int main(void) {
  static float all[400];
  static int a[60], b[60], c[60];
  float sum = 0;
  int whole = 0;
  for (int n = 0; n < 40; n++)
    for (int at = 0; at < 120; at += 11) {
      for (int i = 0; i < 400; i++) all[i] = i % 13 - 4;
      run(&(struct envelope){all + 40, all + at, all + 100, n});
      run(&(struct envelope){all + 40, all + 200, all + 100 + at, n});
      for (int i = 0; i < 400; i++) sum = 0.9f * sum + all[i];
      for (int i = 0; i < 60; i++) a[i] = i * 7 % 11, b[i] = c[i] = i;
      changes((int *[]){a, b}, c, n), changes((int *[]){b, c}, c, n);
      for (int i = 0; i < 60; i++) whole = 3 * whole + b[i] - c[i];
      printf("%a %d\n", sum, whole);
    }
}
