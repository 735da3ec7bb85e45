/* The vector updates of a conjugate gradient step: x += alpha p, r -= alpha q, then r . r with the
 * additions in strict order. The dot product alone is bound by the latency of its additions; fused,
 * the updates run in its shadow although they are no longer vectorised.
 * expect: free (losing the updates' vectorisation against saving a read of r)
 */
#include "bench.h"

KERNEL double kernel(double *restrict x, double *restrict r, const double *restrict p,
                     const double *restrict q, double alpha, int n) {
  double rr = 0;
#ifndef HAND
  for (int i = 0; i < n; i++)
    x[i] += alpha * p[i];
  for (int i = 0; i < n; i++)
    r[i] -= alpha * q[i];
  for (int i = 0; i < n; i++)
    rr += r[i] * r[i];
#else
  for (int i = 0; i < n; i++)
    x[i] += alpha * p[i];
  for (int i = 0; i < n; i++) {
    double residual = r[i] - alpha * q[i];
    r[i] = residual;
    rr += residual * residual;
  }
#endif
  return rr;
}

struct data {
  int n;
  double *x, *r, *p, *q, rr;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (4 * (long)sizeof(double)));
  d->x = bench_array(d->n, sizeof(double));
  d->r = bench_array(d->n, sizeof(double));
  d->p = bench_array(d->n, sizeof(double));
  d->q = bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->x, d->n, -1, 1, 1);
  bench_fill_double(d->r, d->n, -1, 1, 2);
  bench_fill_double(d->p, d->n, -1, 1, 3);
  bench_fill_double(d->q, d->n, -1, 1, 4);
}

void bench_run(void *data) {
  struct data *d = data;
  d->rr = kernel(d->x, d->r, d->p, d->q, 0.001, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = bench_hash(0, d->x, d->n * (long)sizeof(double));
  hash = bench_hash(hash, d->r, d->n * (long)sizeof(double));
  return bench_hash(hash, &d->rr, sizeof d->rr);
}
