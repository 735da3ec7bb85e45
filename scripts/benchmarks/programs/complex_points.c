/* Points as structures: a rotation of all, then the squared distance of each, then a test.
 * expect: free
 */
#include "bench.h"

struct point {
  float x, y;
};

KERNEL void kernel(const struct point *restrict in, struct point *restrict turned, float *restrict radius,
                   unsigned char *restrict inside, int n) {
  for (int i = 0; i < n; i++) {
    turned[i].x = 0.8f * in[i].x - 0.6f * in[i].y;
    turned[i].y = 0.6f * in[i].x + 0.8f * in[i].y;
  }
  for (int i = 0; i < n; i++)
    radius[i] = turned[i].x * turned[i].x + turned[i].y * turned[i].y;
  for (int i = 0; i < n; i++)
    inside[i] = radius[i] < 1.0f;
}

struct data {
  int n;
  float *in, *turned, *radius;
  unsigned char *inside;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / 21);
  d->in = bench_array(2L * d->n, sizeof(float));
  d->turned = bench_array(2L * d->n, sizeof(float));
  d->radius = bench_array(d->n, sizeof(float));
  d->inside = bench_array(d->n, sizeof(unsigned char));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->in, 2L * d->n, -1, 1, 1);
  bench_clear(d->turned, (2L * d->n) * (long)sizeof(float));
  bench_clear(d->radius, (d->n) * (long)sizeof(float));
  bench_fill_byte(d->inside, d->n, 4);
}

void bench_run(void *data) {
  struct data *d = data;
  kernel((struct point *)d->in, (struct point *)d->turned, d->radius, d->inside, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->turned, (2L * d->n) * (long)sizeof(float));
  hash = bench_hash(hash, d->radius, (d->n) * (long)sizeof(float));
  hash = bench_hash(hash, d->inside, (d->n) * (long)sizeof(unsigned char));
  return hash;
}
