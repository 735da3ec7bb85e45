/* Six element-wise steps of a photo pipeline, one small function each, through five malloc'ed
 * temporaries.
 * expect: fused
 */
#include "bench.h"

#ifndef HAND
static void subtract(const float *in, float *restrict out, int n, float x) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] - x;
}

static void multiply(const float *in, float *restrict out, int n, float x) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * x;
}

static void clamp_below(const float *in, float *restrict out, int n, float x) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] < x ? x : in[i];
}

static void clamp_above(const float *in, float *restrict out, int n, float x) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] > x ? x : in[i];
}

static void square(const float *in, float *restrict out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * in[i];
}
#endif

KERNEL void kernel(const float *restrict in, float *restrict out, int n) {
#ifndef HAND
  float *black = malloc(n * sizeof(float));
  float *gained = malloc(n * sizeof(float));
  float *above = malloc(n * sizeof(float));
  float *inside = malloc(n * sizeof(float));
  float *curved = malloc(n * sizeof(float));
  subtract(in, black, n, 0.05f);
  multiply(black, gained, n, 1.8f);
  clamp_below(gained, above, n, 0.0f);
  clamp_above(above, inside, n, 1.0f);
  square(inside, curved, n);
  multiply(curved, out, n, 255.0f);
  free(black);
  free(gained);
  free(above);
  free(inside);
  free(curved);
#else
  for (int i = 0; i < n; i++) {
    float black = in[i] - 0.05f;
    float gained = black * 1.8f;
    float above = gained < 0.0f ? 0.0f : gained;
    float inside = above > 1.0f ? 1.0f : above;
    float curved = inside * inside;
    out[i] = curved * 255.0f;
  }
#endif
}

struct data {
  int n;
  float *in, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (7 * (long)sizeof(float)));
  d->in = bench_array(d->n, sizeof(float));
  d->out = bench_array(d->n, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->in, d->n, 0, 1, 1);
  bench_clear(d->out, d->n * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->out, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(0, d->out, d->n * (long)sizeof(float));
}
