/* Two stencils in sequence: the first one's result is read in place by the second, which looks around
 * in the common input.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *restrict a, float *restrict out, int n) {
#ifndef HAND
  float *t = malloc(n * sizeof *t);
  for (int i = 1; i < n - 1; i++)
    t[i] = a[i + 1] - a[i - 1];
  for (int i = 1; i < n - 1; i++)
    out[i] = a[i] + 0.1f * (t[i] - (a[i - 1] + a[i + 1]));
  free(t);
#else
  for (int i = 1; i < n - 1; i++) {
    float t = a[i + 1] - a[i - 1];
    out[i] = a[i] + 0.1f * (t - (a[i - 1] + a[i + 1]));
  }
#endif
}

struct data {
  int n;
  float *a, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (3 * (long)sizeof(float)));
  d->a = bench_array(d->n, sizeof(float));
  d->out = bench_array(d->n, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->a, d->n, -1, 1, 1);
  bench_clear(d->out, d->n * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->a, d->out, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(0, d->out, d->n * (long)sizeof(float));
}
