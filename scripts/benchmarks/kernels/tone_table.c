/* Bytes through a table, then scaled and clamped: ints, no restrict. The first loop is not vectorised, as nobody
 * knows which part of the table it reads; vectors of what it reads are slower, behind a check too. By hand: one loop.
 * expect: refused (one loop is slower, by hand too)
 */
#include "bench.h"

KERNEL void kernel(const unsigned char *in, const int *table, int *mid, int *out, int n) {
#ifndef HAND
  for (int i = 0; i < n; i++)
    mid[i] = table[in[i]];
  for (int i = 0; i < n; i++) {
    int v = mid[i] * 3 - 200;
    out[i] = v < 0 ? 0 : v > 9000 ? 9000 : v;
  }
#else
  for (int i = 0; i < n; i++) {
    int m = table[in[i]];
    mid[i] = m;
    int v = m * 3 - 200;
    out[i] = v < 0 ? 0 : v > 9000 ? 9000 : v;
  }
#endif
}

struct data {
  int n;
  unsigned char *in;
  int *table, *mid, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (2 * (long)sizeof(int) + 1));
  d->in = bench_array(d->n, 1);
  d->table = bench_array(256, sizeof(int));
  d->mid = bench_array(d->n, sizeof(int));
  d->out = bench_array(d->n, sizeof(int));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  for (int i = 0; i < d->n; i++)
    d->in[i] = (unsigned char)(i * 37 + i / 91);
  for (int i = 0; i < 256; i++)
    d->table[i] = i * i / 7;
  bench_clear(d->mid, d->n * (long)sizeof(int));
  bench_clear(d->out, d->n * (long)sizeof(int));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->table, d->mid, d->out, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(bench_hash(0, d->mid, d->n * (long)sizeof(int)), d->out, d->n * (long)sizeof(int));
}
