/* Three element-wise steps through temporaries that the caller passes and may read later: they stay,
 * only their reads are saved.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *restrict in, float *restrict linear, float *restrict toned,
                   float *restrict out, long n) {
#ifndef HAND
  for (long i = 0; i < n; i++)
    linear[i] = in[i] * in[i];
  for (long i = 0; i < n; i++)
    toned[i] = linear[i] / (1.0f + linear[i]);
  for (long i = 0; i < n; i++)
    out[i] = toned[i] * 255.0f;
#else
  for (long i = 0; i < n; i++) {
    float l = in[i] * in[i];
    float t = l / (1.0f + l);
    linear[i] = l;
    toned[i] = t;
    out[i] = t * 255.0f;
  }
#endif
}

struct data {
  long n;
  float *in, *linear, *toned, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = bytes / (4 * (long)sizeof(float));
  d->in = bench_array(d->n, sizeof(float));
  d->linear = bench_array(d->n, sizeof(float));
  d->toned = bench_array(d->n, sizeof(float));
  d->out = bench_array(d->n, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->in, d->n, 0, 4, 1);
  bench_clear(d->out, d->n * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->linear, d->toned, d->out, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = bench_hash(0, d->linear, d->n * (long)sizeof(float));
  hash = bench_hash(hash, d->toned, d->n * (long)sizeof(float));
  return bench_hash(hash, d->out, d->n * (long)sizeof(float));
}
