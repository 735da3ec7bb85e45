/* One explicit step of the heat equation on a grid of parameters n x m: fluxes along both axes, then the
 * update, each a nest of its own.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(int n, int m, const double (*restrict t)[m], double (*restrict east)[m],
                   double (*restrict north)[m], double (*restrict next)[m]) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      east[i][j] = t[i][j] - t[i][j - 1];
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      north[i][j] = t[i][j] - t[i - 1][j];
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      next[i][j] = t[i][j] - 0.1 * (east[i][j] + north[i][j]);
}

struct data {
  int n, m;
  double *t, *east, *north, *next;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->m = 96;
  d->n = (int)(bytes / (4 * (long)sizeof(double)) / d->m);
  d->t = bench_array((long)d->n * d->m, sizeof(double));
  d->east = bench_array((long)d->n * d->m, sizeof(double));
  d->north = bench_array((long)d->n * d->m, sizeof(double));
  d->next = bench_array((long)d->n * d->m, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->t, (long)d->n * d->m, -1, 1, 1);
  bench_clear(d->east, ((long)d->n * d->m) * (long)sizeof(double));
  bench_clear(d->north, ((long)d->n * d->m) * (long)sizeof(double));
  bench_clear(d->next, ((long)d->n * d->m) * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = data;
  int m = d->m;
  kernel(d->n, m, (const double (*)[m])d->t, (double (*)[m])d->east, (double (*)[m])d->north,
         (double (*)[m])d->next);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->east, ((long)d->n * d->m) * (long)sizeof(double));
  hash = bench_hash(hash, d->north, ((long)d->n * d->m) * (long)sizeof(double));
  hash = bench_hash(hash, d->next, ((long)d->n * d->m) * (long)sizeof(double));
  return hash;
}
