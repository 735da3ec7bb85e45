// Arrays of a struct, or global pointers, and a size that lies beside them: each loop loads them anew, behind its own
// guard. They are loaded before all loops, once, so that a check can tell the arrays apart.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=192;place=early' %s
// RUN: %run_both --fused --options='check-work=192;place=late' %s
#include <stdio.h>
#include <stdlib.h>

struct grid {
  int nx, ny;
  double dt, *p, *u, *v, *t;
  int *id;
};

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; behind a run-time check of
__attribute__((noinline)) static void line(struct grid *g) {
  for (int i = 0; i < g->nx; i++) g->u[i] += g->dt * g->p[i];
  for (int i = 0; i < g->nx; i++) g->v[i] += g->dt * g->u[i];
  for (int i = 0; i < g->nx; i++) g->t[i] = g->u[i] * g->v[i];
}

// The pointers are loaded where there is a row that is not empty.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; behind a run-time check of
__attribute__((noinline)) static void plane(struct grid *g) {
  for (int j = 0; j < g->ny; j++)
    for (int i = 0; i < g->nx; i++) g->u[j * g->nx + i] += 0.5 * g->p[j * g->nx + i];
  for (int j = 0; j < g->ny; j++)
    for (int i = 0; i < g->nx; i++) g->t[j * g->nx + i] = 0.25 * g->u[j * g->nx + i];
}

// The size may change while the loop runs.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no store overwrites what the loops load again
__attribute__((noinline)) static void numbers(struct grid *g) {
  for (int i = 0; i < g->nx; i++) g->id[i] += 3;
  for (int i = 0; i < g->nx; i++) g->id[i] *= 5;
}

int count;
float *from, *to, *sum;
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}; behind a run-time check of
__attribute__((noinline)) static void globals(float k) {
  int i;
  for (i = 0; i < count; i++) to[i] = from[i] * k;
  for (i = 0; i < count; i++) sum[i] += to[i] + from[i];
}

int main(void) {
  static double all[3000];
  static float some[600];
  static int ids[400];
  double total = 0;
  for (int n = -1; n < 60; n += 1 + n / 8)
    for (int shift = 0; shift < 3; shift++) {
      for (int i = 0; i < 3000; i++) all[i] = i % 19 - 7;
      for (int i = 0; i < 600; i++) some[i] = i % 17 - 8;
      for (int i = 0; i < 400; i++) ids[i] = i;
      struct grid g = {n, n % 9, 0.5, all, all + (shift ? 11 - shift : 700), all + 1400, all + 2100, ids + 20};
      // Where nothing runs, nothing need be there.
      struct grid none = {n < 0 ? n : 0, n < 0 ? n : 0};
      line(&g), plane(&g), line(&none), plane(&none), numbers(&g), numbers(&none);
      g.u = shift == 2 ? &g.dt : g.u, g.nx = shift == 2 && n > 0 ? 1 : n;
      line(&g);
      count = n, from = some + 40, to = some + (shift ? 42 - shift : 200), sum = some + 400;
      globals(0.5f);
      count = 0, from = to = sum = NULL;
      globals(2);
      for (int i = 0; i < 3000; i++) total = total * 0.999 + all[i];
      for (int i = 0; i < 600; i++) total = total * 0.999 + some[i];
      for (int i = 0; i < 400; i++) total += ids[i];
      printf("%a %a\n", total, g.dt);
    }
}
