/* A recursive filter (each output needs the one before, so no vectors) followed by a map of its output
 * that is vectorised.
 * expect: free (the filter's latency hides the map, but the map's vectors go)
 */
#include "bench.h"

KERNEL void kernel(const float *restrict in, float *restrict low, float *restrict high, int n) {
  float state = 0;
#ifndef HAND
  for (int i = 0; i < n; i++) {
    state += 0.1f * (in[i] - state);
    low[i] = state;
  }
  for (int i = 0; i < n; i++)
    high[i] = in[i] - low[i];
#else
  for (int i = 0; i < n; i++) {
    state += 0.1f * (in[i] - state);
    low[i] = state;
    high[i] = in[i] - state;
  }
#endif
}

struct data {
  int n;
  float *in, *low, *high;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (3 * (long)sizeof(float)));
  d->in = bench_array(d->n, sizeof(float));
  d->low = bench_array(d->n, sizeof(float));
  d->high = bench_array(d->n, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->in, d->n, -1, 1, 1);
  bench_clear(d->low, d->n * (long)sizeof(float));
  bench_clear(d->high, d->n * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->low, d->high, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = bench_hash(0, d->low, d->n * (long)sizeof(float));
  return bench_hash(hash, d->high, d->n * (long)sizeof(float));
}
