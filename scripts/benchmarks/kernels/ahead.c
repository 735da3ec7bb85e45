/* The second loop reads one element ahead of the first: it must run one iteration late.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict out, int n) {
#ifndef HAND
  double *t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    t[i] = in[i] * in[i];
  for (int i = 0; i < n - 1; i++)
    out[i] = t[i + 1] * 0.5 + 1;
  free(t);
#else
  for (int i = 0; i < n - 1; i++)
    out[i] = in[i + 1] * in[i + 1] * 0.5 + 1;
#endif
}

struct data {
  int n;
  double *in, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (3 * (long)sizeof(double)));
  d->in = bench_array(d->n, sizeof(double));
  d->out = bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->in, d->n, -1, 1, 1);
  bench_clear(d->out, d->n * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->out, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(0, d->out, d->n * (long)sizeof(double));
}
