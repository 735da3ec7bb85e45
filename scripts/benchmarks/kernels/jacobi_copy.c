/* One Jacobi step and the copy back: the copy overwrites what the stencil of the next element still
 * reads, so it must run one iteration late.
 * expect: later (needs a shift of 1)
 */
#include "bench.h"

KERNEL void kernel(double *restrict a, double *restrict b, int n) {
#ifndef HAND
  for (int i = 1; i < n - 1; i++)
    b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
  for (int i = 1; i < n - 1; i++)
    a[i] = b[i];
#else
  double before = a[0], here = a[1];
  for (int i = 1; i < n - 1; i++) {
    double after = a[i + 1];
    double smooth = 0.25 * before + 0.5 * here + 0.25 * after;
    b[i] = smooth;
    a[i] = smooth;
    before = here;
    here = after;
  }
#endif
}

struct data {
  int n;
  double *a, *b;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (2 * (long)sizeof(double)));
  d->a = bench_array(d->n, sizeof(double));
  d->b = bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->a, d->n, -1, 1, 1);
  bench_clear(d->b, d->n * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->a, d->b, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = bench_hash(0, d->a, d->n * (long)sizeof(double));
  return bench_hash(hash, d->b, d->n * (long)sizeof(double));
}
