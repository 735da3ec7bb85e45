/* A separable convolution of an image as programs hold it: sizes of type int, pointers that may overlap, a loop over
 * the weights, a malloc'ed plane. By hand the plane is a ring of eight rows.
 * expect: fused
 */
#include "bench.h"

enum { RADIUS = 2 };
static const float weights[2 * RADIUS + 1] = {0.06f, 0.24f, 0.4f, 0.24f, 0.06f};

#ifndef HAND
KERNEL void kernel(const float *in, float *out, int h, int w) {
  float *across = malloc(sizeof(float) * h * w);
  for (int y = 0; y < h; y++)
    for (int x = RADIUS; x < w - RADIUS; x++) {
      float sum = 0;
      for (int k = -RADIUS; k <= RADIUS; k++)
        sum += weights[k + RADIUS] * in[y * w + x + k];
      across[y * w + x] = sum;
    }
  for (int y = RADIUS; y < h - RADIUS; y++)
    for (int x = RADIUS; x < w - RADIUS; x++) {
      float sum = 0;
      for (int k = -RADIUS; k <= RADIUS; k++)
        sum += weights[k + RADIUS] * across[(y + k) * w + x];
      out[y * w + x] = sum;
    }
  free(across);
}
#else
KERNEL void kernel(const float *restrict in, float *restrict out, int h, int w) {
  float *ring = malloc(sizeof(float) * 8 * w);
  for (int y = 0; y < h; y++) {
    float *here = ring + (y & 7) * w;
    for (int x = RADIUS; x < w - RADIUS; x++) {
      float sum = 0;
      for (int k = -RADIUS; k <= RADIUS; k++)
        sum += weights[k + RADIUS] * in[y * w + x + k];
      here[x] = sum;
    }
    if (y < 2 * RADIUS)
      continue;
    for (int x = RADIUS; x < w - RADIUS; x++) {
      float sum = 0;
      for (int k = -RADIUS; k <= RADIUS; k++)
        sum += weights[k + RADIUS] * ring[((y - RADIUS + k) & 7) * w + x];
      out[(y - RADIUS) * w + x] = sum;
    }
  }
  free(ring);
}
#endif

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 1 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(a[0], a[1], side, side);
}
#include "arrays.h"
