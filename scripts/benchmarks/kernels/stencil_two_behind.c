/* Two stencils in sequence over malloc'ed rows, both looking back: a[i-1] of the input and t[i-1],
 * t[i-2] of the temporary.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *restrict a, float *restrict out, int n) {
#ifndef HAND
  float *t = malloc(n * sizeof *t);
  t[0] = a[0];
  t[1] = a[1];
  for (int i = 2; i < n; i++)
    t[i] = a[i] - 0.9f * a[i - 1];
  for (int i = 2; i < n; i++)
    out[i] = t[i] + t[i - 1] + t[i - 2];
  free(t);
#else
  float before2 = a[0], before1 = a[1];
  for (int i = 2; i < n; i++) {
    float here = a[i] - 0.9f * a[i - 1];
    out[i] = here + before1 + before2;
    before2 = before1;
    before1 = here;
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
