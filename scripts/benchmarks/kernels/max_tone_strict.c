/* The largest value in strict floating-point order beside two maps with divisions, which are vectorised:
 * fused with the chain of compares they would run one element at a time.
 * expect: refused
 */
#include "bench.h"

KERNEL float kernel(const float *restrict in, float *restrict toned, float *restrict weight, int n) {
  float max = in[0];
#ifndef HAND
  for (int i = 0; i < n; i++)
    if (in[i] > max)
      max = in[i];
  for (int i = 0; i < n; i++)
    toned[i] = in[i] / (1.0f + in[i]);
  for (int i = 0; i < n; i++)
    weight[i] = 1.0f / (0.5f + in[i] * in[i]);
#else
  for (int i = 0; i < n; i++) {
    if (in[i] > max)
      max = in[i];
    toned[i] = in[i] / (1.0f + in[i]);
    weight[i] = 1.0f / (0.5f + in[i] * in[i]);
  }
#endif
  return max;
}

struct data {
  int n;
  float *in, *toned, *weight, max;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (3 * (long)sizeof(float)));
  d->in = bench_array(d->n, sizeof(float));
  d->toned = bench_array(d->n, sizeof(float));
  d->weight = bench_array(d->n, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->in, d->n, 0, 1, 1);
  bench_clear(d->toned, d->n * (long)sizeof(float));
  bench_clear(d->weight, d->n * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  d->max = kernel(d->in, d->toned, d->weight, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = bench_hash(0, d->toned, d->n * (long)sizeof(float));
  hash = bench_hash(hash, d->weight, d->n * (long)sizeof(float));
  return bench_hash(hash, &d->max, sizeof d->max);
}
