/* A filter whose steps are switched on and off by options: one is on, and one is off.
 * expect: fused
 */
#include "bench.h"

struct options {
  int w, h, smooth, clip;
  float gain;
};

KERNEL void kernel(const struct options *o, const float *in, float *out) {
  int w = o->w, h = o->h;
#ifndef HAND
  float *t = malloc((size_t)w * h * sizeof *t);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      t[y * w + x] = in[y * w + x] * o->gain;
  if (o->smooth)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        t[y * w + x] = t[y * w + x] * 0.5f + 1;
  if (o->clip)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        t[y * w + x] = t[y * w + x] > 9 ? 9 : t[y * w + x];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = t[y * w + x] * t[y * w + x] + in[y * w + x];
  free(t);
#else
  for (int i = 0; i < w * h; i++) {
    float t = in[i] * o->gain;
    if (o->smooth)
      t = t * 0.5f + 1;
    if (o->clip)
      t = t > 9 ? 9 : t;
    out[i] = t * t + in[i];
  }
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 1 };
typedef float element;
static void call(void **a, int n) {
  int h = n < 100 ? 1 : n / 100;
  struct options o = {n / h, h, 1, 0, 1.5f};
  kernel(&o, a[0], a[1]);
}
#include "arrays.h"
