/* A histogram beside a map of the same bytes. The histogram cannot be vectorised, the map can: fused,
 * the map would lose its vectors.
 * expect: refused
 */
#include "bench.h"

KERNEL void kernel(const unsigned char *restrict in, unsigned char *restrict out,
                   int *restrict histogram, int n) {
#ifndef HAND
  for (int i = 0; i < n; i++)
    histogram[in[i]]++;
  for (int i = 0; i < n; i++)
    out[i] = 255 - in[i];
#else
  for (int i = 0; i < n; i++) {
    histogram[in[i]]++;
    out[i] = 255 - in[i];
  }
#endif
}

struct data {
  int n;
  unsigned char *in, *out;
  int histogram[256];
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / 2);
  d->in = bench_array(d->n, 1);
  d->out = bench_array(d->n, 1);
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_byte(d->in, d->n, 1);
  bench_clear(d->out, d->n);
  bench_clear(d->histogram, sizeof d->histogram);
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->out, d->histogram, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(bench_hash(0, d->out, d->n), d->histogram, sizeof d->histogram);
}
