/* The largest value in strict floating-point order (a chain of compares that is not vectorised) beside
 * a cheap map that is.
 * expect: free (the map's vectors go, but the chain's latency may hide a scalar map)
 */
#include "bench.h"

KERNEL float kernel(const float *restrict in, float *restrict out, int n) {
  float max = in[0];
#ifndef HAND
  for (int i = 0; i < n; i++)
    if (in[i] > max)
      max = in[i];
  for (int i = 0; i < n; i++)
    out[i] = in[i] * 3.0f + 1.0f;
#else
  for (int i = 0; i < n; i++) {
    if (in[i] > max)
      max = in[i];
    out[i] = in[i] * 3.0f + 1.0f;
  }
#endif
  return max;
}

struct data {
  int n;
  float *in, *out, max;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (2 * (long)sizeof(float)));
  d->in = bench_array(d->n, sizeof(float));
  d->out = bench_array(d->n, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->in, d->n, -1, 1, 1);
  bench_clear(d->out, d->n * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  d->max = kernel(d->in, d->out, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(bench_hash(0, d->out, d->n * (long)sizeof(float)), &d->max, sizeof d->max);
}
