/* Two steps over the pixels of an image, of which each index is checked.
 * expect: fused
 */
#include "bench.h"

#include <stddef.h>

[[noreturn]] __attribute__((noinline, cold)) static void fail(size_t, size_t) { abort(); }

struct image {
  float *at;
  size_t length, h, w;
  float &operator()(size_t y, size_t x) const {
    size_t i = y * w + x;
    if (i >= length)
      fail(i, length);
    return at[i];
  }
};

KERNEL void kernel(image in, image t, image out) {
  size_t h = in.h, w = in.w;
#ifndef HAND
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      t(y, x) = in(y, x) * 2.0f + 1.0f;
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++)
      out(y, x) = t(y, x) * t(y, x);
#else
  if (h * w > in.length || h * w > t.length || h * w > out.length)
    fail(h * w, in.length);
  const float *__restrict from = in.at;
  float *__restrict to_t = t.at, *__restrict to = out.at;
  for (size_t i = 0; i < h * w; i++) {
    float t1 = from[i] * 2.0f + 1.0f;
    to_t[i] = t1;
    to[i] = t1 * t1;
  }
#endif
}

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) {
  size_t side = bench_side(n), length = n;
  kernel({(float *)a[0], length, side, side}, {(float *)a[1], length, side, side}, {(float *)a[2], length, side, side});
}
#include "arrays.h"
