/* An unsharp mask of three channels, as people write it: a loop over channels around each step, subscripts of
 * products of ints, planes from malloc, no restrict. By hand each channel has a ring of rows.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *in, float *out, int h, int w) {
#ifndef HAND
  float *across = malloc(sizeof(float) * 3 * h * w), *blurred = malloc(sizeof(float) * 3 * h * w);
  for (int c = 0; c < 3; c++)
    for (int y = 0; y < h; y++)
      for (int x = 2; x < w - 2; x++)
        across[c * (h * w) + y * w + x] =
            0.0625f * in[c * (h * w) + y * w + x - 2] + 0.25f * in[c * (h * w) + y * w + x - 1] +
            0.375f * in[c * (h * w) + y * w + x] + 0.25f * in[c * (h * w) + y * w + x + 1] +
            0.0625f * in[c * (h * w) + y * w + x + 2];
  for (int c = 0; c < 3; c++)
    for (int y = 2; y < h - 2; y++)
      for (int x = 2; x < w - 2; x++)
        blurred[c * (h * w) + y * w + x] =
            0.0625f * across[c * (h * w) + (y - 2) * w + x] + 0.25f * across[c * (h * w) + (y - 1) * w + x] +
            0.375f * across[c * (h * w) + y * w + x] + 0.25f * across[c * (h * w) + (y + 1) * w + x] +
            0.0625f * across[c * (h * w) + (y + 2) * w + x];
  for (int c = 0; c < 3; c++)
    for (int y = 2; y < h - 2; y++)
      for (int x = 2; x < w - 2; x++)
        out[c * (h * w) + y * w + x] =
            in[c * (h * w) + y * w + x] + 1.5f * (in[c * (h * w) + y * w + x] - blurred[c * (h * w) + y * w + x]);
  free(across);
  free(blurred);
#else
  float *ring = malloc(sizeof(float) * 8 * w);
  for (int c = 0; c < 3; c++) {
    const float *from = in + (long)c * h * w;
    float *to = out + (long)c * h * w;
    for (int y = 0; y < h; y++) {
      const float *row = from + (long)y * w;
      float *restrict here = ring + (long)(y % 8) * w;
      for (int x = 2; x < w - 2; x++)
        here[x] = 0.0625f * row[x - 2] + 0.25f * row[x - 1] + 0.375f * row[x] + 0.25f * row[x + 1] + 0.0625f * row[x + 2];
      if (y < 4)
        continue;
      const float *a = ring + (long)((y - 4) % 8) * w, *b = ring + (long)((y - 3) % 8) * w;
      const float *m = ring + (long)((y - 2) % 8) * w, *d = ring + (long)((y - 1) % 8) * w;
      const float *middle = from + (long)(y - 2) * w;
      float *restrict done = to + (long)(y - 2) * w;
      for (int x = 2; x < w - 2; x++) {
        float blurred = 0.0625f * a[x] + 0.25f * b[x] + 0.375f * m[x] + 0.25f * d[x] + 0.0625f * here[x];
        done[x] = middle[x] + 1.5f * (middle[x] - blurred);
      }
    }
  }
  free(ring);
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 2 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n / 3);
  kernel(a[0], a[1], side, side);
}
#include "arrays.h"
