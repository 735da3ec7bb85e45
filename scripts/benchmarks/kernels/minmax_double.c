/* Minimum and maximum of one array of doubles, in two loops.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *a, long n, double *lo, double *hi) {
#ifndef HAND
  double min = a[0];
  for (long i = 1; i < n; i++)
    if (a[i] < min)
      min = a[i];

  double max = a[0];
  for (long i = 1; i < n; i++)
    if (a[i] > max)
      max = a[i];
#else
  double min = a[0], max = a[0];
  for (long i = 1; i < n; i++) {
    if (a[i] < min)
      min = a[i];
    if (a[i] > max)
      max = a[i];
  }
#endif
  *lo = min;
  *hi = max;
}

struct data {
  long n;
  double *a, lo, hi;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = bytes / (long)sizeof *d->a;
  d->a = bench_array(d->n, sizeof *d->a);
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->a, d->n, -1, 1, 1);
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->a, d->n, &d->lo, &d->hi);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(bench_hash(0, &d->lo, sizeof d->lo), &d->hi, sizeof d->hi);
}
