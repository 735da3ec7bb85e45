/* An image of unsigned sizes, as many libraries have it: brightness, then a blur across, then a threshold. By hand no
 * image between is left.
 * expect: fused
 */
#include "bench.h"

#ifndef HAND
KERNEL void kernel(const float *in, float *out, uint32_t w, uint32_t h) {
  float *bright = malloc(sizeof(float) * w * h), *blurred = malloc(sizeof(float) * w * h);
  for (uint32_t y = 0; y < h; y++)
    for (uint32_t x = 0; x < w; x++)
      bright[y * w + x] = in[y * w + x] * 1.2f + 0.1f;
  for (uint32_t y = 0; y < h; y++)
    for (uint32_t x = 1; x + 1 < w; x++)
      blurred[y * w + x] = 0.25f * bright[y * w + x - 1] + 0.5f * bright[y * w + x] + 0.25f * bright[y * w + x + 1];
  for (uint32_t y = 0; y < h; y++)
    for (uint32_t x = 1; x + 1 < w; x++)
      out[y * w + x] = blurred[y * w + x] > 0.5f ? blurred[y * w + x] : 0;
  free(bright);
  free(blurred);
}
#else
KERNEL void kernel(const float *restrict in, float *restrict out, uint32_t w, uint32_t h) {
  for (uint32_t y = 0; y < h; y++) {
    const float *restrict from = in + (size_t)y * w;
    float *restrict to = out + (size_t)y * w;
    for (uint32_t x = 1; x + 1 < w; x++) {
      float a = from[x - 1] * 1.2f + 0.1f, b = from[x] * 1.2f + 0.1f, c = from[x + 1] * 1.2f + 0.1f;
      float blurred = 0.25f * a + 0.5f * b + 0.25f * c;
      to[x] = blurred > 0.5f ? blurred : 0;
    }
  }
}
#endif

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 2 };
typedef float element;
static void call(void **a, int n) {
  uint32_t side = bench_side(n);
  kernel(a[0], a[1], side, side);
}
#include "arrays.h"
