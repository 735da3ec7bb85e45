/* A camera pipe: raw values to three planes of one allocation, a colour matrix over them in place, a curve from a
 * table. Ints, a plane stride, no restrict. By hand: one loop, not vectorised.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *raw, const float *curve, float *out, int n) {
#ifndef HAND
  float *planes = malloc(sizeof(float) * 3 * n);
  for (int i = 0; i < n; i++) {
    planes[i] = raw[i] * 1.9f;
    planes[n + i] = raw[i] * 1.0f + 0.01f;
    planes[2 * n + i] = raw[i] * 1.6f;
  }
  for (int i = 0; i < n; i++) {
    float r = planes[i], g = planes[n + i], b = planes[2 * n + i];
    planes[i] = 1.6f * r - 0.4f * g - 0.2f * b;
    planes[n + i] = -0.2f * r + 1.4f * g - 0.2f * b;
    planes[2 * n + i] = -0.1f * r - 0.5f * g + 1.6f * b;
  }
  for (int i = 0; i < n; i++) {
    float luma = 0.3f * planes[i] + 0.6f * planes[n + i] + 0.1f * planes[2 * n + i];
    int at = (int)(luma * 255.0f);
    out[i] = curve[at < 0 ? 0 : at > 255 ? 255 : at];
  }
  free(planes);
#else
  for (int i = 0; i < n; i++) {
    float r0 = raw[i] * 1.9f, g0 = raw[i] * 1.0f + 0.01f, b0 = raw[i] * 1.6f;
    float r = 1.6f * r0 - 0.4f * g0 - 0.2f * b0, g = -0.2f * r0 + 1.4f * g0 - 0.2f * b0;
    float b = -0.1f * r0 - 0.5f * g0 + 1.6f * b0;
    float luma = 0.3f * r + 0.6f * g + 0.1f * b;
    int at = (int)(luma * 255.0f);
    out[i] = curve[at < 0 ? 0 : at > 255 ? 255 : at];
  }
#endif
}

struct data {
  int n;
  float *raw, *curve, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (5 * (long)sizeof(float)));
  d->raw = bench_array(d->n, sizeof(float));
  d->curve = bench_array(256, sizeof(float));
  d->out = bench_array(d->n, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->raw, d->n, 0, 1, 1);
  bench_fill_float(d->curve, 256, 0, 1, 2);
  bench_clear(d->out, d->n * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->raw, d->curve, d->out, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(0, d->out, d->n * (long)sizeof(float));
}
