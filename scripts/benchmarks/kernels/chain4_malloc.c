/* Four element-wise steps through three malloc'ed temporaries.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict out, long n) {
#ifndef HAND
  double *a = malloc(n * sizeof *a);
  double *b = malloc(n * sizeof *b);
  double *c = malloc(n * sizeof *c);
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 2.0;
  for (long i = 0; i < n; i++)
    b[i] = a[i] + 1.0;
  for (long i = 0; i < n; i++)
    c[i] = b[i] * b[i];
  for (long i = 0; i < n; i++)
    out[i] = c[i] - 0.5;
  free(a);
  free(b);
  free(c);
#else
  for (long i = 0; i < n; i++) {
    double a = in[i] * 2.0;
    double b = a + 1.0;
    double c = b * b;
    out[i] = c - 0.5;
  }
#endif
}

struct data {
  long n;
  double *in, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = bytes / (5 * (long)sizeof(double));
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
