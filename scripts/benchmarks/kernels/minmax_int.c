/* Minimum and maximum of one int array, in two loops.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const int *a, long n, int *lo, int *hi) {
#ifndef HAND
  int min = a[0];
  for (long i = 1; i < n; i++)
    if (a[i] < min)
      min = a[i];

  int max = a[0];
  for (long i = 1; i < n; i++)
    if (a[i] > max)
      max = a[i];
#else
  int min = a[0], max = a[0];
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
  int *a, lo, hi;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = bytes / (long)sizeof *d->a;
  d->a = bench_array(d->n, sizeof *d->a);
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_int(d->a, d->n, -1000000, 1000000, 1);
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->a, d->n, &d->lo, &d->hi);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(bench_hash(0, &d->lo, sizeof d->lo), &d->hi, sizeof d->hi);
}
