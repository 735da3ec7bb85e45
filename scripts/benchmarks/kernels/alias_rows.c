/* The usual image code: flat arrays, width and height, no restrict. A blur along the rows, then along the
 * columns, by a function each.
 * expect: fused
 */
#include "bench.h"

#ifndef HAND
static void blur_across(const float *in, float *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++)
      out[y * w + x] = 0.25f * in[y * w + x - 1] + 0.5f * in[y * w + x] + 0.25f * in[y * w + x + 1];
}

static void blur_down(const float *in, float *out, int w, int h) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      out[y * w + x] = 0.25f * in[(y - 1) * w + x] + 0.5f * in[y * w + x] + 0.25f * in[(y + 1) * w + x];
}

KERNEL void kernel(const float *in, float *across, float *out, int w, int h) {
  blur_across(in, across, w, h);
  blur_down(across, out, w, h);
}
#else
KERNEL void kernel(const float *restrict in, float *restrict across, float *restrict out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) {
      float here = 0.25f * in[y * w + x - 1] + 0.5f * in[y * w + x] + 0.25f * in[y * w + x + 1];
      across[y * w + x] = here;
      if (y >= 2)
        out[(y - 1) * w + x] = 0.25f * across[(y - 2) * w + x] + 0.5f * across[(y - 1) * w + x] + 0.25f * here;
    }
}
#endif

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(a[0], a[1], a[2], side, side);
}
#include "arrays.h"
