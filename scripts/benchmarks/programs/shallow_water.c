/* Mass fluxes along both axes and the change of height on an n x m grid in three nests, with flat
 * subscripts.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(const float *restrict h, const float *restrict u, const float *restrict v,
                   float *restrict fluxu, float *restrict fluxv, float *restrict change, int n, int m) {
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      fluxu[i * m + j] = 0.5f * (h[i * m + j] + h[i * m + j - 1]) * u[i * m + j];
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      fluxv[i * m + j] = 0.5f * (h[i * m + j] + h[(i - 1) * m + j]) * v[i * m + j];
  for (int i = 1; i < n; i++)
    for (int j = 1; j < m; j++)
      change[i * m + j] = fluxu[i * m + j] - fluxu[i * m + j - 1] + fluxv[i * m + j] - fluxv[(i - 1) * m + j];
}

struct data {
  int n, m;
  float *h, *u, *v, *fluxu, *fluxv, *change;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->m = 128;
  d->n = (int)(bytes / (6 * (long)sizeof(float)) / d->m);
  d->h = bench_array((long)d->n * d->m, sizeof(float));
  d->u = bench_array((long)d->n * d->m, sizeof(float));
  d->v = bench_array((long)d->n * d->m, sizeof(float));
  d->fluxu = bench_array((long)d->n * d->m, sizeof(float));
  d->fluxv = bench_array((long)d->n * d->m, sizeof(float));
  d->change = bench_array((long)d->n * d->m, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->h, (long)d->n * d->m, 0, 1, 1);
  bench_fill_float(d->u, (long)d->n * d->m, 0, 1, 2);
  bench_fill_float(d->v, (long)d->n * d->m, 0, 1, 3);
  bench_clear(d->fluxu, ((long)d->n * d->m) * (long)sizeof(float));
  bench_clear(d->fluxv, ((long)d->n * d->m) * (long)sizeof(float));
  bench_clear(d->change, ((long)d->n * d->m) * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->h, d->u, d->v, d->fluxu, d->fluxv, d->change, d->n, d->m);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->fluxu, ((long)d->n * d->m) * (long)sizeof(float));
  hash = bench_hash(hash, d->fluxv, ((long)d->n * d->m) * (long)sizeof(float));
  hash = bench_hash(hash, d->change, ((long)d->n * d->m) * (long)sizeof(float));
  return hash;
}
