/* Two maps over the rows of an n x m matrix, both parameters, through a malloc'ed matrix of the same
 * shape.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(int n, int m, double (*restrict in)[m], double (*restrict out)[m]) {
#ifndef HAND
  double (*half)[m] = malloc(sizeof(double[n][m]));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      half[i][j] = in[i][j] * 0.5;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[i][j] = half[i][j] + 1.0;
  free(half);
#else
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      double half = in[i][j] * 0.5;
      out[i][j] = half + 1.0;
    }
#endif
}

enum { COLUMNS = 128 };

struct data {
  int n;
  double *in, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (3 * COLUMNS * (long)sizeof(double)));
  d->in = bench_array((long)d->n * COLUMNS, sizeof(double));
  d->out = bench_array((long)d->n * COLUMNS, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->in, (long)d->n * COLUMNS, -1, 1, 1);
  bench_clear(d->out, (long)d->n * COLUMNS * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->n, COLUMNS, (double (*)[COLUMNS])d->in, (double (*)[COLUMNS])d->out);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(0, d->out, (long)d->n * COLUMNS * (long)sizeof(double));
}
