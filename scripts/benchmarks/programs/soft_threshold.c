/* Wavelet shrinkage: a conditional map, the difference to the input, and a count of what was set to
 * zero.
 * expect: free
 */
#include "bench.h"

KERNEL int kernel(const float *restrict in, float *restrict out, float *restrict noise, float limit, int n) {
  for (int i = 0; i < n; i++) {
    if (in[i] > limit)
      out[i] = in[i] - limit;
    else if (in[i] < -limit)
      out[i] = in[i] + limit;
    else
      out[i] = 0;
  }
  for (int i = 0; i < n; i++)
    noise[i] = in[i] - out[i];
  int zeros = 0;
  for (int i = 0; i < n; i++)
    if (out[i] == 0)
      zeros++;
  return zeros;
}

struct data {
  int n, zeros;
  float *in, *out, *noise;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (3 * (long)sizeof(float)));
  d->in = bench_array(d->n, sizeof(float));
  d->out = bench_array(d->n, sizeof(float));
  d->noise = bench_array(d->n, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->in, d->n, -1, 1, 1);
  bench_clear(d->out, (d->n) * (long)sizeof(float));
  bench_clear(d->noise, (d->n) * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  d->zeros = kernel(d->in, d->out, d->noise, 0.25f, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->out, (d->n) * (long)sizeof(float));
  hash = bench_hash(hash, d->noise, (d->n) * (long)sizeof(float));
  hash = bench_hash(hash, &d->zeros, sizeof d->zeros);
  return hash;
}
