/* A map and a stencil of three points, which looks back and ahead: one iteration late, with two values
 * kept from iteration to iteration.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict out, int n) {
#ifndef HAND
  double *t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    t[i] = in[i] * in[i];
  for (int i = 1; i < n - 1; i++)
    out[i] = t[i - 1] * 0.25 + t[i] * 0.5 + t[i + 1] * 0.25;
  free(t);
#else
  double before = in[0] * in[0], here = in[1] * in[1];
  for (int i = 1; i < n - 1; i++) {
    double next = in[i + 1] * in[i + 1];
    out[i] = before * 0.25 + here * 0.5 + next * 0.25;
    before = here, here = next;
  }
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
