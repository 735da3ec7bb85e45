/* The sum of each row, then each row divided by its sum: two nests whose outer loops can be one while
 * the inner ones stay apart.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const int *restrict in, int *restrict sums, int *restrict out, int n, int m) {
#ifndef HAND
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int j = 0; j < m; j++)
      sum += in[(long)i * m + j];
    sums[i] = sum;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      out[(long)i * m + j] = in[(long)i * m + j] * 256 - sums[i];
#else
  for (int i = 0; i < n; i++) {
    int sum = 0;
    for (int j = 0; j < m; j++)
      sum += in[(long)i * m + j];
    sums[i] = sum;
    for (int j = 0; j < m; j++)
      out[(long)i * m + j] = in[(long)i * m + j] * 256 - sum;
  }
#endif
}

enum { COLUMNS = 256 };

struct data {
  int n, *in, *sums, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (2 * COLUMNS * (long)sizeof(int)));
  d->in = bench_array((long)d->n * COLUMNS, sizeof(int));
  d->out = bench_array((long)d->n * COLUMNS, sizeof(int));
  d->sums = bench_array(d->n, sizeof(int));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_int(d->in, (long)d->n * COLUMNS, 0, 256, 1);
  bench_clear(d->out, (long)d->n * COLUMNS * (long)sizeof(int));
  bench_clear(d->sums, d->n * (long)sizeof(int));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->sums, d->out, d->n, COLUMNS);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = bench_hash(0, d->sums, d->n * (long)sizeof(int));
  return bench_hash(hash, d->out, (long)d->n * COLUMNS * (long)sizeof(int));
}
