/* Sum and sum of squares of doubles, in two loops. Strict order of the additions: neither loop is
 * vectorised, each is bound by the latency of its chain of additions.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *a, int n, double *mean, double *variance) {
#ifndef HAND
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];

  double squares = 0;
  for (int i = 0; i < n; i++)
    squares += a[i] * a[i];
#else
  double sum = 0, squares = 0;
  for (int i = 0; i < n; i++) {
    sum += a[i];
    squares += a[i] * a[i];
  }
#endif
  *mean = sum / n;
  *variance = squares / n - *mean * *mean;
}

struct data {
  int n;
  double *a, mean, variance;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (long)sizeof *d->a);
  d->a = bench_array(d->n, sizeof *d->a);
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->a, d->n, -1, 1, 1);
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->a, d->n, &d->mean, &d->variance);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(bench_hash(0, &d->mean, sizeof d->mean), &d->variance, sizeof d->variance);
}
