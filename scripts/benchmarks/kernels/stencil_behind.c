/* A map, then a stencil that reads the map's result at and behind the current element: legal without
 * a shift. The temporary's element before is a rolling value by hand.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict flux, double *restrict out, long n) {
#ifndef HAND
  flux[0] = in[0] * in[0];
  for (long i = 1; i < n; i++)
    flux[i] = in[i] * in[i];
  for (long i = 1; i < n; i++)
    out[i] = flux[i] - flux[i - 1];
#else
  double before = in[0] * in[0];
  flux[0] = before;
  for (long i = 1; i < n; i++) {
    double here = in[i] * in[i];
    flux[i] = here;
    out[i] = here - before;
    before = here;
  }
#endif
}

struct data {
  long n;
  double *in, *flux, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = bytes / (3 * (long)sizeof(double));
  d->in = bench_array(d->n, sizeof(double));
  d->flux = bench_array(d->n, sizeof(double));
  d->out = bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->in, d->n, -1, 1, 1);
  bench_clear(d->flux, d->n * (long)sizeof(double));
  bench_clear(d->out, d->n * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->flux, d->out, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = bench_hash(0, d->flux, d->n * (long)sizeof(double));
  return bench_hash(hash, d->out, d->n * (long)sizeof(double));
}
