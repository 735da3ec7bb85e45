/* An image becomes half as large in both directions, behind a tone step: planes from malloc, ints, no restrict.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *in, float *out, int w, int h) {
#ifndef HAND
  float *t = malloc(w * h * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      t[y * w + x] = in[y * w + x] / (in[y * w + x] + 1.0f);
  for (int y = 0; y < h / 2; y++)
    for (int x = 0; x < w / 2; x++)
      out[y * (w / 2) + x] = 0.25f * (t[2 * y * w + 2 * x] + t[2 * y * w + 2 * x + 1] + t[(2 * y + 1) * w + 2 * x] +
                                      t[(2 * y + 1) * w + 2 * x + 1]);
  free(t);
#else
  float *restrict rows = malloc(sizeof(float) * 2 * w);
  for (int y = 0; y < h / 2; y++) {
    const float *from = in + (long)2 * y * w;
    float *restrict to = out + (long)y * (w / 2);
    for (int x = 0; x < 2 * w; x++)
      rows[x] = from[x] / (from[x] + 1.0f);
    for (int x = 0; x < w / 2; x++)
      to[x] = 0.25f * (rows[2 * x] + rows[2 * x + 1] + rows[w + 2 * x] + rows[w + 2 * x + 1]);
  }
  free(rows);
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 1 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n) / 2 * 2;
  kernel(a[0], a[1], side, side);
}
#include "arrays.h"
