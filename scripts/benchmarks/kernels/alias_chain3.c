/* Three steps over pointers that may overlap, as far as the compiler knows: a check at run time.
 * expect: fused
 */
#include "bench.h"

#ifndef HAND
KERNEL void kernel(const double *in, double *t, double *out, int n) {
  for (int i = 0; i < n; i++)
    t[i] = in[i] * in[i];
  for (int i = 0; i < n; i++)
    out[i] = t[i] + in[i];
  for (int i = 0; i < n; i++)
    out[i] = out[i] * t[i] + 1;
}
#else
KERNEL void kernel(const double *restrict in, double *restrict t, double *restrict out, int n) {
  for (int i = 0; i < n; i++) {
    double square = in[i] * in[i];
    t[i] = square;
    out[i] = (square + in[i]) * square + 1;
  }
}
#endif

struct data {
  int n;
  double *in, *t, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (3 * (long)sizeof(double)));
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
  return bench_hash(bench_hash(0, d->t, d->n * (long)sizeof(double)), d->out, d->n * (long)sizeof(double));
}
