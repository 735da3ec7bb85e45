/* Updates through an index, as in particle and finite-element codes.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(const double *x, double *near, double *y, const int *at, int n) {
  for (int i = 0; i < n; i++)
    near[i] = x[at[i] & 1023];
  for (int i = 0; i < n; i++)
    y[i] += near[i] * 0.5;
}

struct data {
  int n, *at;
  double *x, *near, *y;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (long)(2 * sizeof(double) + sizeof(int)));
  d->at = bench_array(d->n, sizeof(int));
  d->x = bench_array(1024, sizeof(double));
  d->near = bench_array(d->n, sizeof(double));
  d->y = bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_int(d->at, d->n, 0, 1 << 20, 1);
  bench_fill_double(d->x, 1024, -1, 1, 2);
  bench_clear(d->near, d->n * (long)sizeof(double));
  bench_clear(d->y, d->n * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->x, d->near, d->y, d->at, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(bench_hash(0, d->near, d->n * (long)sizeof(double)), d->y, d->n * (long)sizeof(double));
}
