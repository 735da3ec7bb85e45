/* Local contrast of a colour image, as people write it: brightness, mean and variance over a box by sums across and
 * along, a gain, and all channels times that. Structs of pixels, ints, planes from malloc, no restrict. By hand: rings of rows.
 * expect: fused
 */
#include "bench.h"
#include <math.h>

struct pixel {
  float r, g, b;
};

KERNEL void kernel(const struct pixel *in, struct pixel *out, int w, int h) {
#ifndef HAND
  float *luma = malloc(w * h * sizeof(float)), *square = malloc(w * h * sizeof(float));
  float *mean = malloc(w * h * sizeof(float)), *spread = malloc(w * h * sizeof(float));
  for (int i = 0; i < w * h; i++)
    luma[i] = 0.3f * in[i].r + 0.6f * in[i].g + 0.1f * in[i].b;
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) {
      float a = luma[y * w + x - 1], b = luma[y * w + x], c = luma[y * w + x + 1];
      mean[y * w + x] = (a + b + c) * (1.0f / 9);
      square[y * w + x] = (a * a + b * b + c * c) * (1.0f / 9);
    }
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      float m = mean[(y - 1) * w + x] + mean[y * w + x] + mean[(y + 1) * w + x];
      float s = square[(y - 1) * w + x] + square[y * w + x] + square[(y + 1) * w + x];
      spread[y * w + x] = s - m * m;
    }
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      float gain = 1.0f + 0.5f / (1.0f + spread[y * w + x]);
      out[y * w + x].r = in[y * w + x].r * gain;
      out[y * w + x].g = in[y * w + x].g * gain;
      out[y * w + x].b = in[y * w + x].b * gain;
    }
  free(luma);
  free(square);
  free(mean);
  free(spread);
#else
  float *rows = malloc(sizeof(float) * 9 * w);
  float *restrict luma = rows + (long)8 * w;
  for (int y = 0; y < h; y++) {
    const struct pixel *from = in + (long)y * w;
    for (int x = 0; x < w; x++)
      luma[x] = 0.3f * from[x].r + 0.6f * from[x].g + 0.1f * from[x].b;
    float *restrict m0 = rows + (long)(y & 3) * w, *restrict s0 = rows + (long)(4 + (y & 3)) * w;
    for (int x = 1; x < w - 1; x++) {
      float a = luma[x - 1], b = luma[x], c = luma[x + 1];
      m0[x] = (a + b + c) * (1.0f / 9);
      s0[x] = (a * a + b * b + c * c) * (1.0f / 9);
    }
    if (y < 2)
      continue;
    const float *m2 = rows + (long)((y - 2) & 3) * w, *m1 = rows + (long)((y - 1) & 3) * w;
    const float *s2 = rows + (long)(4 + ((y - 2) & 3)) * w, *s1 = rows + (long)(4 + ((y - 1) & 3)) * w;
    const struct pixel *middle = in + (long)(y - 1) * w;
    struct pixel *restrict to = out + (long)(y - 1) * w;
    for (int x = 1; x < w - 1; x++) {
      float m = m2[x] + m1[x] + m0[x], s = s2[x] + s1[x] + s0[x];
      float gain = 1.0f + 0.5f / (1.0f + (s - m * m));
      to[x].r = middle[x].r * gain;
      to[x].g = middle[x].g * gain;
      to[x].b = middle[x].b * gain;
    }
  }
  free(rows);
#endif
}

/* An array holds so many pixels as a third of its elements; four planes of a third are about two more. */
enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 2 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n / 3);
  kernel(a[0], a[1], side, side);
}
#include "arrays.h"
