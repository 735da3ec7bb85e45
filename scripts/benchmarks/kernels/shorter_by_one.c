/* Trip counts that differ by a constant: a map over n elements, then one over n - 1 of them.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict t, double *restrict out, long n) {
#ifndef HAND
  for (long i = 0; i < n; i++)
    t[i] = in[i] * 1.5;
  for (long i = 0; i < n - 1; i++)
    out[i] = t[i] - 2.0;
#else
  for (long i = 0; i < n - 1; i++) {
    double scaled = in[i] * 1.5;
    t[i] = scaled;
    out[i] = scaled - 2.0;
  }
  if (n > 0)
    t[n - 1] = in[n - 1] * 1.5;
#endif
}

struct data {
  long n;
  double *in, *t, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = bytes / (3 * (long)sizeof(double));
  d->in = bench_array(d->n, sizeof(double));
  d->t = bench_array(d->n, sizeof(double));
  d->out = bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->in, d->n, -1, 1, 1);
  bench_clear(d->t, d->n * (long)sizeof(double));
  bench_clear(d->out, d->n * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->t, d->out, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = bench_hash(0, d->t, d->n * (long)sizeof(double));
  return bench_hash(hash, d->out, d->n * (long)sizeof(double));
}
