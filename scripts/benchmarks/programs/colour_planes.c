/* RGB planes to luminance and two colour differences, one loop per output plane.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(const float *restrict r, const float *restrict g, const float *restrict b,
                   float *restrict luma, float *restrict blue, float *restrict red, int n) {
  for (int i = 0; i < n; i++)
    luma[i] = 0.299f * r[i] + 0.587f * g[i] + 0.114f * b[i];
  for (int i = 0; i < n; i++)
    blue[i] = 0.564f * (b[i] - luma[i]);
  for (int i = 0; i < n; i++)
    red[i] = 0.713f * (r[i] - luma[i]);
}

struct data {
  int n;
  float *r, *g, *b, *luma, *blue, *red;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (6 * (long)sizeof(float)));
  d->r = bench_array(d->n, sizeof(float));
  d->g = bench_array(d->n, sizeof(float));
  d->b = bench_array(d->n, sizeof(float));
  d->luma = bench_array(d->n, sizeof(float));
  d->blue = bench_array(d->n, sizeof(float));
  d->red = bench_array(d->n, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->r, d->n, 0, 1, 1);
  bench_fill_float(d->g, d->n, 0, 1, 2);
  bench_fill_float(d->b, d->n, 0, 1, 3);
  bench_clear(d->luma, (d->n) * (long)sizeof(float));
  bench_clear(d->blue, (d->n) * (long)sizeof(float));
  bench_clear(d->red, (d->n) * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->r, d->g, d->b, d->luma, d->blue, d->red, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->luma, (d->n) * (long)sizeof(float));
  hash = bench_hash(hash, d->blue, (d->n) * (long)sizeof(float));
  hash = bench_hash(hash, d->red, (d->n) * (long)sizeof(float));
  return hash;
}
