/* Two maps that share their inputs and write different arrays: fused, the inputs are read once.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *restrict re, const float *restrict im, float *restrict power,
                   float *restrict cross, long n) {
#ifndef HAND
  for (long i = 0; i < n; i++)
    power[i] = re[i] * re[i] + im[i] * im[i];
  for (long i = 0; i < n; i++)
    cross[i] = 2.0f * re[i] * im[i];
#else
  for (long i = 0; i < n; i++) {
    power[i] = re[i] * re[i] + im[i] * im[i];
    cross[i] = 2.0f * re[i] * im[i];
  }
#endif
}

struct data {
  long n;
  float *re, *im, *power, *cross;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = bytes / (4 * (long)sizeof(float));
  d->re = bench_array(d->n, sizeof(float));
  d->im = bench_array(d->n, sizeof(float));
  d->power = bench_array(d->n, sizeof(float));
  d->cross = bench_array(d->n, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->re, d->n, -1, 1, 1);
  bench_fill_float(d->im, d->n, -1, 1, 2);
  bench_clear(d->power, d->n * (long)sizeof(float));
  bench_clear(d->cross, d->n * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->re, d->im, d->power, d->cross, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = bench_hash(0, d->power, d->n * (long)sizeof(float));
  return bench_hash(hash, d->cross, d->n * (long)sizeof(float));
}
