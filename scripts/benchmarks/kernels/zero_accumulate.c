/* An array set to zero in one loop and accumulated into in the next. The first loop becomes a memset
 * early in the pipeline; fused before that, the array is written once and never read.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict a, const double *restrict b, double *restrict c, int n) {
#ifndef HAND
  for (int i = 0; i < n; i++)
    c[i] = 0.0;
  for (int i = 0; i < n; i++)
    c[i] += a[i] * b[i];
#else
  for (int i = 0; i < n; i++)
    c[i] = 0.0 + a[i] * b[i];
#endif
}

struct data {
  int n;
  double *a, *b, *c;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (3 * (long)sizeof(double)));
  d->a = bench_array(d->n, sizeof(double));
  d->b = bench_array(d->n, sizeof(double));
  d->c = bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->a, d->n, -1, 1, 1);
  bench_fill_double(d->b, d->n, -1, 1, 2);
  bench_clear(d->c, d->n * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->a, d->b, d->c, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(0, d->c, d->n * (long)sizeof(double));
}
