/* A camera pipe as people write it: raw bytes of a Bayer sensor to three planes of one allocation (demosaic), white
 * balance, a blur of each plane, colour matrix, and a tone curve from a table to packed bytes. Ints, macros, a plane
 * stride, no restrict. By hand: rings of rows of all planes, and rows for the matrix.
 * expect: fused
 */
#include "bench.h"

#define RAW(y, x) raw[(y) * w + (x)]
#define P(c, y, x) planes[(c) * size + (y) * w + (x)]
#define Q(c, y, x) smooth[(c) * size + (y) * w + (x)]

static inline unsigned char tone(const unsigned char *curve, float v) {
  int i = (int)(v * 255.0f);
  return curve[i < 0 ? 0 : i > 255 ? 255 : i];
}

KERNEL void kernel(const unsigned char *raw, const unsigned char *curve, unsigned char *rgb, int h, int w) {
#ifndef HAND
  int size = h * w;
  float *planes = malloc(3 * size * sizeof *planes), *smooth = malloc(3 * size * sizeof *smooth);
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      float here = RAW(y, x), cross = 0.25f * (RAW(y - 1, x) + RAW(y + 1, x) + RAW(y, x - 1) + RAW(y, x + 1));
      float across = 0.5f * (RAW(y, x - 1) + RAW(y, x + 1)), along = 0.5f * (RAW(y - 1, x) + RAW(y + 1, x));
      float corners = 0.25f * (RAW(y - 1, x - 1) + RAW(y - 1, x + 1) + RAW(y + 1, x - 1) + RAW(y + 1, x + 1));
      int green = (x + y) & 1, red = !(y & 1);
      P(0, y, x) = green ? (red ? across : along) : (red ? here : corners);
      P(1, y, x) = green ? here : cross;
      P(2, y, x) = green ? (red ? along : across) : (red ? corners : here);
    }
  for (int c = 0; c < 3; c++) {
    float gain = c == 0 ? 1.9f / 255 : c == 1 ? 1.0f / 255 : 1.6f / 255;
    for (int y = 2; y < h - 2; y++)
      for (int x = 2; x < w - 2; x++)
        Q(c, y, x) = gain * (0.5f * P(c, y, x) + 0.125f * (P(c, y - 1, x) + P(c, y + 1, x) + P(c, y, x - 1) + P(c, y, x + 1)));
  }
  for (int y = 2; y < h - 2; y++)
    for (int x = 2; x < w - 2; x++) {
      float r = Q(0, y, x), g = Q(1, y, x), b = Q(2, y, x);
      rgb[(y * w + x) * 3 + 0] = tone(curve, 1.6f * r - 0.4f * g - 0.2f * b);
      rgb[(y * w + x) * 3 + 1] = tone(curve, -0.2f * r + 1.4f * g - 0.2f * b);
      rgb[(y * w + x) * 3 + 2] = tone(curve, -0.1f * r - 0.5f * g + 1.6f * b);
    }
  free(planes);
  free(smooth);
#else
  float *ring = malloc(sizeof(float) * 3 * 5 * w);
  for (int y = 1; y < h - 1; y++) {
    float *restrict r0 = ring + (long)(y & 3) * 3 * w, *restrict g0 = r0 + w, *restrict b0 = g0 + w;
    for (int x = 1; x < w - 1; x++) {
      float here = RAW(y, x), cross = 0.25f * (RAW(y - 1, x) + RAW(y + 1, x) + RAW(y, x - 1) + RAW(y, x + 1));
      float across = 0.5f * (RAW(y, x - 1) + RAW(y, x + 1)), along = 0.5f * (RAW(y - 1, x) + RAW(y + 1, x));
      float corners = 0.25f * (RAW(y - 1, x - 1) + RAW(y - 1, x + 1) + RAW(y + 1, x - 1) + RAW(y + 1, x + 1));
      int green = (x + y) & 1, red = !(y & 1);
      r0[x] = green ? (red ? across : along) : (red ? here : corners);
      g0[x] = green ? here : cross;
      b0[x] = green ? (red ? along : across) : (red ? corners : here);
    }
    if (y < 3)
      continue;
    int j = y - 1;
    const float *a = ring + (long)((y - 2) & 3) * 3 * w, *m = ring + (long)((y - 1) & 3) * 3 * w, *d = r0;
    float *restrict s = ring + (long)4 * 3 * w;
    for (int c = 0; c < 3; c++) {
      float gain = c == 0 ? 1.9f / 255 : c == 1 ? 1.0f / 255 : 1.6f / 255;
      for (int x = 2; x < w - 2; x++)
        s[c * w + x] = gain * (0.5f * m[c * w + x] + 0.125f * (a[c * w + x] + d[c * w + x] + m[c * w + x - 1] + m[c * w + x + 1]));
    }
    unsigned char *restrict to = rgb + (long)j * w * 3;
    for (int x = 2; x < w - 2; x++) {
      float r = s[x], g = s[w + x], b = s[2 * w + x];
      to[x * 3 + 0] = tone(curve, 1.6f * r - 0.4f * g - 0.2f * b);
      to[x * 3 + 1] = tone(curve, -0.2f * r + 1.4f * g - 0.2f * b);
      to[x * 3 + 2] = tone(curve, -0.1f * r - 0.5f * g + 1.6f * b);
    }
  }
  free(ring);
#endif
}

struct data {
  int side;
  unsigned char *raw, *curve, *rgb;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->side = bench_side((int)(bytes / 28));
  long size = (long)d->side * d->side;
  d->raw = bench_array(size, 1);
  d->curve = bench_array(256, 1);
  d->rgb = bench_array(size * 3, 1);
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  long size = (long)d->side * d->side;
  bench_fill_byte(d->raw, size, 1);
  bench_fill_byte(d->curve, 256, 2);
  bench_clear(d->rgb, size * 3);
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->raw, d->curve, d->rgb, d->side, d->side);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(0, d->rgb, (long)d->side * d->side * 3);
}
