// Sizes that are members of a struct beside calls that may set errno: no member is errno, so the sizes are loaded once.
// What a pointer to int leads to may be: such loops have no known number of iterations.
//
// RUN: %clang -O2 -g -fmath-errno -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused --options='check-work=0' %s -fmath-errno -lm
// RUN: %run_both --fused --options='check-work=0;place=late' %s -O3 -fmath-errno -lm
// RUN: %run_both --fused --options='check-work=0;no-profit' %s -fmath-errno -lm
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
struct zones {
  int n, rows;
  double *x, *y, *z;
};

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]]
__attribute__((noinline)) static void line(struct zones *g) {
  for (int i = 0; i < g->n; i++) g->y[i] = sqrt(g->x[i]);
  for (int i = 0; i < g->n; i++) g->z[i] = cos(g->y[i]);
}

// The call in a condition, the size of the inner loop loaded in each row.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]]
__attribute__((noinline)) static void plane(struct zones *g) {
  for (int j = 0; j < g->rows; j++)
    for (int i = 0; i < g->n; i++) g->y[j * g->n + i] = g->x[i] > 0 ? sqrt(g->x[j * g->n + i]) : 1;
  for (int j = 0; j < g->rows; j++)
    for (int i = 0; i < g->n; i++) g->z[j * g->n + i] = g->y[j * g->n + i] + 1;
}

// CHECK-DAG: loop at line [[#@LINE+2]] cannot be fused: the number of iterations is not known
__attribute__((noinline)) static void counted_by_pointer(int *n, struct zones *g) {
  for (int i = 0; i < *n; i++) g->y[i] = sqrt(g->x[i]);
  for (int i = 0; i < *n; i++) g->z[i] = cos(g->y[i]);
}

// The loop writes the size itself.
// CHECK-DAG: loop at line [[#@LINE+2]] cannot be fused: the number of iterations is not known
__attribute__((noinline)) static void shrinks(struct zones *g) {
  for (int i = 0; i < g->n; i++) g->y[i] = sqrt(g->x[i]), g->n -= i & 1;
  for (int i = 0; i < g->n; i++) g->z[i] = cos(g->y[i]);
}

// A member that is perhaps never read is no more read before: the pointer may be null.
__attribute__((noinline)) static void perhaps(struct zones *g, int *k, int n) {
  for (int i = 0; i < n; i++) g->y[i] = sqrt(g->x[i]) + (k[i] ? ((struct zones *)(long)k[i])->n : 0);
  for (int i = 0; i < n; i++) g->z[i] = cos(g->y[i]);
}

#pragma clang optimize off
static void show(const char *what, struct zones *g) {
  double s = 0;
  for (int i = 0; i < 256; i++) s = s * 0.9 + (g->y[i] == g->y[i] ? g->y[i] : 3) + (g->z[i] == g->z[i] ? g->z[i] : 5);
  printf("%s %d %d %a\n", what, g->n, errno, s);
  errno = 0;
}
int main(void) {
  struct zones g = {16, 16, malloc(2048), calloc(256, 8), calloc(256, 8)};
  static int none[256];
  for (int i = 0; i < 256; i++) g.x[i] = i * 37 % 101 - 1;
  line(&g), show("line", &g);
  plane(&g), show("plane", &g);
  // The first call ends the loop: errno is EDOM then.
  errno = 3;
  counted_by_pointer(&errno, &g), show("counted", &g);
  g.x[0] = -1, errno = 1;
  counted_by_pointer(&errno, &g), show("counted", &g);
  shrinks(&g), show("shrinks", &g);
  perhaps(&g, none, 200), show("perhaps", &g);
}
