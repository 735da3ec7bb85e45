/* Vectors in space as three arrays: lengths squared, a weight of each, and the three components scaled.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(double *restrict x, double *restrict y, double *restrict z, double *restrict weight, int n) {
  for (int i = 0; i < n; i++)
    weight[i] = x[i] * x[i] + y[i] * y[i] + z[i] * z[i];
  for (int i = 0; i < n; i++)
    weight[i] = 2.0 / (1.0 + weight[i]);
  for (int i = 0; i < n; i++)
    x[i] *= weight[i];
  for (int i = 0; i < n; i++)
    y[i] *= weight[i];
  for (int i = 0; i < n; i++)
    z[i] *= weight[i];
}

struct data {
  int n;
  double *x, *y, *z, *weight;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (4 * (long)sizeof(double)));
  d->x = bench_array(d->n, sizeof(double));
  d->y = bench_array(d->n, sizeof(double));
  d->z = bench_array(d->n, sizeof(double));
  d->weight = bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->x, d->n, 0.5, 1.5, 1);
  bench_fill_double(d->y, d->n, 0.5, 1.5, 2);
  bench_fill_double(d->z, d->n, 0.5, 1.5, 3);
  bench_clear(d->weight, (d->n) * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->x, d->y, d->z, d->weight, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->x, (d->n) * (long)sizeof(double));
  hash = bench_hash(hash, d->y, (d->n) * (long)sizeof(double));
  hash = bench_hash(hash, d->z, (d->n) * (long)sizeof(double));
  hash = bench_hash(hash, d->weight, (d->n) * (long)sizeof(double));
  return hash;
}
