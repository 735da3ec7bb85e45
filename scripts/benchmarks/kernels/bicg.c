/* The two products of BiCG, q = A p and s = A^T r, as two nests over a square matrix: with the outer
 * loops fused, A is read once. The inner loops must stay apart: the dot product has strict order.
 * expect: free (the strict sums of neighbouring rows overlap less in the fused loop)
 */
#include "bench.h"

#include <math.h>

KERNEL void kernel(int n, int m, const double (*restrict a)[m], const double *restrict p,
                   const double *restrict r, double *restrict q, double *restrict s) {
  for (int j = 0; j < m; j++)
    s[j] = 0;
#ifndef HAND
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++)
      sum += a[i][j] * p[j];
    q[i] = sum;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      s[j] += a[i][j] * r[i];
#else
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < m; j++)
      sum += a[i][j] * p[j];
    q[i] = sum;
    for (int j = 0; j < m; j++)
      s[j] += a[i][j] * r[i];
  }
#endif
}

struct data {
  int n;
  double *a, *p, *q, *r, *s;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)sqrt((double)bytes / sizeof(double));
  d->a = bench_array((long)d->n * d->n, sizeof(double));
  d->p = bench_array(d->n, sizeof(double));
  d->s = bench_array(d->n, sizeof(double));
  d->q = bench_array(d->n, sizeof(double));
  d->r = bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->a, (long)d->n * d->n, -1, 1, 1);
  bench_fill_double(d->p, d->n, -1, 1, 2);
  bench_fill_double(d->r, d->n, -1, 1, 3);
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->n, d->n, (const double (*)[d->n])d->a, d->p, d->r, d->q, d->s);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = bench_hash(0, d->q, d->n * (long)sizeof(double));
  return bench_hash(hash, d->s, d->n * (long)sizeof(double));
}
