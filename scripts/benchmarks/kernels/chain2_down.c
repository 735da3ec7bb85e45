/* Two element-wise steps, both counting down, in place of one array.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict x, double *restrict y, int n) {
#ifndef HAND
  for (int i = n - 1; i >= 0; i--)
    y[i] = x[i] * 0.5;
  for (int i = n - 1; i >= 0; i--)
    y[i] = y[i] + 3.0;
#else
  for (int i = n - 1; i >= 0; i--) {
    double half = x[i] * 0.5;
    y[i] = half + 3.0;
  }
#endif
}

struct data {
  int n;
  double *x, *y;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (2 * (long)sizeof(double)));
  d->x = bench_array(d->n, sizeof(double));
  d->y = bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->x, d->n, -1, 1, 1);
  bench_clear(d->y, d->n * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->x, d->y, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(0, d->y, d->n * (long)sizeof(double));
}
