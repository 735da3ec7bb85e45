/* The four loops of STREAM: copy, scale, add, triad. With this scalar the values stay what they are.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(double *restrict a, double *restrict b, double *restrict c, double s, long n) {
  for (long i = 0; i < n; i++)
    c[i] = a[i];
  for (long i = 0; i < n; i++)
    b[i] = s * c[i];
  for (long i = 0; i < n; i++)
    c[i] = a[i] + b[i];
  for (long i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}

struct data {
  long n;
  double *a, *b, *c;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = bytes / (3 * (long)sizeof(double));
  d->a = bench_array(d->n, sizeof(double));
  d->b = bench_array(d->n, sizeof(double));
  d->c = bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->a, d->n, -1, 1, 1);
  bench_clear(d->b, (d->n) * (long)sizeof(double));
  bench_clear(d->c, (d->n) * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->a, d->b, d->c, 0.41421356237309503, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->a, (d->n) * (long)sizeof(double));
  hash = bench_hash(hash, d->b, (d->n) * (long)sizeof(double));
  hash = bench_hash(hash, d->c, (d->n) * (long)sizeof(double));
  return hash;
}
