/* Two maps behind guards that say the same in different words (n > 0, and a call only with n >= 1).
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *restrict in, float *restrict t, float *restrict out, int n) {
#ifndef HAND
  if (n > 0) {
    int i = 0;
    do {
      t[i] = in[i] * 4.0f;
      i++;
    } while (i < n);
  }
  if (n >= 1) {
    int i = 0;
    do {
      out[i] = t[i] > 1.0f ? 1.0f : t[i];
      i++;
    } while (i < n);
  }
#else
  for (int i = 0; i < n; i++) {
    float scaled = in[i] * 4.0f;
    t[i] = scaled;
    out[i] = scaled > 1.0f ? 1.0f : scaled;
  }
#endif
}

struct data {
  int n;
  float *in, *t, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (3 * (long)sizeof(float)));
  d->in = bench_array(d->n, sizeof(float));
  d->t = bench_array(d->n, sizeof(float));
  d->out = bench_array(d->n, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->in, d->n, 0, 1, 1);
  bench_clear(d->t, d->n * (long)sizeof(float));
  bench_clear(d->out, d->n * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->t, d->out, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = bench_hash(0, d->t, d->n * (long)sizeof(float));
  return bench_hash(hash, d->out, d->n * (long)sizeof(float));
}
