/* A three-point convolution into a temporary, then a test of every element.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *restrict in, unsigned char *restrict out, long n, float limit) {
#ifndef HAND
  float *smooth = malloc(n * sizeof *smooth);
  for (long i = 1; i < n - 1; i++)
    smooth[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
  for (long i = 1; i < n - 1; i++)
    out[i] = smooth[i] > limit ? 255 : 0;
  free(smooth);
#else
  for (long i = 1; i < n - 1; i++) {
    float smooth = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
    out[i] = smooth > limit ? 255 : 0;
  }
#endif
}

struct data {
  long n;
  float *in;
  unsigned char *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = bytes / (2 * (long)sizeof(float) + 1);
  d->in = bench_array(d->n, sizeof(float));
  d->out = bench_array(d->n, 1);
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->in, d->n, 0, 1, 1);
  bench_clear(d->out, d->n);
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->out, d->n, 0.5f);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(0, d->out, d->n);
}
