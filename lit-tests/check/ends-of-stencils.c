// Stencils that read many rows: each is an end of what is read, of which the farthest count. Accesses that are made
// together have ends of one object, and what is known of the sizes says which end is the farther one; under a condition,
// the check compares them.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused --options='check-work=192' %s
// RUN: %run_both --fused --options='check-work=192;no-profit' %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define FUNCTION __attribute__((noinline)) void
#define AT(i, j, k) (((k) * ny + (j)) * nx + (i))
#define INNER                        \
  for (int k = 1; k < nz - 1; k++)   \
    for (int j = 1; j < ny - 1; j++) \
      for (int i = 1; i < nx - 1; i++)

// A step of heat, with what it goes back to.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]], {{.*}}the last 1 iteration(s) of the second loop run afterwards; behind a run-time check of 1 pair(s) of pointers
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+5]], trip count (ny - 2)
FUNCTION heat(int nx, int ny, int nz, double *u, double *v, double a) {
  INNER
    v[AT(i, j, k)] = u[AT(i, j, k)] + a * (u[AT(i - 1, j, k)] + u[AT(i + 1, j, k)] + u[AT(i, j - 1, k)] +
      u[AT(i, j + 1, k)] + u[AT(i, j, k - 1)] + u[AT(i, j, k + 1)] - 6 * u[AT(i, j, k)]);
  INNER
    u[AT(i, j, k)] = v[AT(i, j, k)];
}

// All neighbours, where something is: nine rows.
#define ROW(j, k) (u[AT(i - 1, j, k)] + u[AT(i, j, k)] + u[AT(i + 1, j, k)])
#define PLANE(k) (ROW(j - 1, k) + ROW(j, k) + ROW(j + 1, k))
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]], {{.*}}behind a run-time check of 3 pair(s) of pointers
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+5]], trip count (ny - 2)
FUNCTION where_set(int nx, int ny, int nz, double *u, double *v, const double *w) {
  INNER
    if (w[AT(i, j, k)] > 0.25)
      v[AT(i, j, k)] = PLANE(k - 1) + PLANE(k) + PLANE(k + 1);
  INNER
    u[AT(i, j, k)] = v[AT(i, j, k)] * 0.03;
}

// More rows than a check compares.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+5]] not fused: {{[uv]}} and {{[uv]}} may point to the same memory
FUNCTION farther(int nx, int ny, int nz, double *u, double *v, const double *restrict w) {
  INNER
    if (w[AT(i, j, k)] > 0.25)
      v[AT(i, j, k)] = PLANE(k - 1) + PLANE(k) + PLANE(k + 1) + u[AT(i, 0, k)] + u[AT(i, ny - 1, k)];
  INNER
    u[AT(i, j, k)] = v[AT(i, j, k)] * 0.03;
}

// What a stencil reads in one loop does not tell what the other one reads: each may run without the other.
FUNCTION beside(int nx, int ny, int nz, int my, double *u, double *v, double a) {
  for (int k = 1; k < nz - 1; k++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[AT(i, j, k)] = a * (u[AT(i, j - 1, k)] + u[AT(i, j + 1, k)] + u[AT(i, j, k + 1)]);
  for (int k = 1; k < nz - 1; k++)
    for (int j = 1; j < my - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[AT(i, j, k)] += u[AT(i, j + 1, k)] - u[AT(i, j, k - 1)];
}

static unsigned hash = 1;
static void add(const double *a, int n) {
  for (int i = 0; i < n; i++) {
    unsigned long bits;
    memcpy(&bits, &a[i], sizeof bits);
    hash = hash * 31 + (unsigned)(bits ^ bits >> 32);
  }
}

int main(void) {
  enum { ROOM = 20000 };
  static const int sizes[][3] = {{0, 0, 0}, {1, 9, 9}, {3, 3, 3}, {9, 2, 9}, {9, 9, 2}, {5, 4, 3}, {40, 9, 7}, {3, 40, 12}, {17, 3, 40}, {-3, 5, 9}, {9, -1, 4}};
  static const int offsets[] = {0, 1, -1, 40, 360, 9000, -9000};
  double *memory = malloc(3 * ROOM * sizeof *memory), *w = malloc(ROOM * sizeof *w);
  for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++)
    for (int o = 0; o < (int)(sizeof offsets / sizeof *offsets); o++)
      for (int which = 0; which < 4; which++) {
        const int nx = sizes[s][0], ny = sizes[s][1], nz = sizes[s][2];
        for (int i = 0; i < 3 * ROOM; i++)
          memory[i] = (i * 7919 % 1000) * 0.001;
        for (int i = 0; i < ROOM; i++)
          w[i] = (i * 31 % 17) * 0.1;
        double *u = memory + ROOM, *v = u + offsets[o];
        switch (which) {
        case 0: heat(nx, ny, nz, u, v, 0.1); break;
        case 1: where_set(nx, ny, nz, u, v, w); break;
        case 2: farther(nx, ny, nz, u, v, w); break;
        case 3: beside(nx, ny, nz, ny + o - 3 < 41 ? ny + o - 3 : 41, u, v, 0.1); break;
        }
        add(memory, 3 * ROOM);
      }
  printf("%u\n", hash);
  return 0;
}
