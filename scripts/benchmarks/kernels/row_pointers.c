/* A matrix as many books have it: pointers to rows, no restrict. Two maps, of which the second reads what the
 * first wrote.
 * expect: fused
 */
#include "bench.h"

#ifndef HAND
KERNEL void kernel(double **u, double **a, double **b, int h, int w) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) a[y][x] = 2 * u[y][x] + 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y][x] = a[y][x] * u[y][x];
}
#else
KERNEL void kernel(double **u, double **a, double **b, int h, int w) {
  for (int y = 0; y < h; y++) {
    const double *restrict from = u[y];
    double *restrict first = a[y], *restrict second = b[y];
    for (int x = 0; x < w; x++) {
      first[x] = 2 * from[x] + 1;
      second[x] = first[x] * from[x];
    }
  }
}
#endif

typedef double element;
enum { ARRAYS = 3, INPUTS = 1 };

struct matrices {
  struct bench_arrays *all;
  double **rows[ARRAYS];
  int side;
};

void *bench_setup(long bytes) {
  int side = bench_side((int)(bytes / (ARRAYS * (long)sizeof(element))));
  struct matrices *m = bench_array(1, sizeof *m);
  m->all = bench_arrays_setup(ARRAYS, INPUTS, side * side, sizeof(element));
  m->side = side;
  m->rows[0] = (double **)bench_rows(m->all->a[0], side, side * (long)sizeof(element));
  m->rows[1] = (double **)bench_rows(m->all->a[1], side, side * (long)sizeof(element));
  m->rows[2] = (double **)bench_rows(m->all->a[2], side, side * (long)sizeof(element));
  return m;
}

void bench_fill(void *data) { bench_arrays_fill(((struct matrices *)data)->all); }

void bench_run(void *data) {
  struct matrices *m = data;
  kernel(m->rows[0], m->rows[1], m->rows[2], m->side, m->side);
}

uint64_t bench_check(void *data) { return bench_arrays_check(((struct matrices *)data)->all); }
