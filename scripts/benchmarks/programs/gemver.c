/* Rank-two update of a matrix and two products with it, as in PolyBench's gemver: three nests over the
 * same square matrix, and vector updates.
 * expect: free
 */
#include "bench.h"

#include <math.h>

KERNEL void kernel(int n, double (*restrict a)[n], const double *restrict u, const double *restrict v,
                   double *restrict x, const double *restrict y, double *restrict w) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = 0.5 * a[i][j] + u[i] * v[j];
  for (int i = 0; i < n; i++)
    x[i] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[j] += a[i][j] * y[i];
  for (int i = 0; i < n; i++)
    w[i] = 0;
  for (int i = 0; i < n; i++)
    w[i] += 0.5 * x[i];
}

struct data {
  int n;
  double *a, *u, *v, *x, *y, *w;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)sqrt((double)bytes / sizeof(double));
  d->a = bench_array((long)d->n * d->n, sizeof(double));
  d->u = bench_array(d->n, sizeof(double));
  d->v = bench_array(d->n, sizeof(double));
  d->x = bench_array(d->n, sizeof(double));
  d->y = bench_array(d->n, sizeof(double));
  d->w = bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->a, (long)d->n * d->n, -1, 1, 1);
  bench_fill_double(d->u, d->n, -1, 1, 2);
  bench_fill_double(d->v, d->n, -1, 1, 3);
  bench_clear(d->x, (d->n) * (long)sizeof(double));
  bench_fill_double(d->y, d->n, -1, 1, 5);
  bench_clear(d->w, (d->n) * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->n, (double (*)[d->n])d->a, d->u, d->v, d->x, d->y, d->w);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->a, ((long)d->n * d->n) * (long)sizeof(double));
  hash = bench_hash(hash, d->x, (d->n) * (long)sizeof(double));
  hash = bench_hash(hash, d->w, (d->n) * (long)sizeof(double));
  return hash;
}
