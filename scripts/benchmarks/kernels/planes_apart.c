/* Three colour planes of one allocation, where people write them: `w * h` and `2 * w * h` elements behind its begin, in
 * ints. LLVM puts these subscripts together anew. By hand no plane is left.
 * expect: fused
 */
#include "bench.h"

#ifndef HAND
KERNEL void kernel(const float *in, float *out, int w, int h) {
  float *p = malloc(sizeof(float) * 3 * w * h);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      p[y * w + x] = in[y * w + x] * 0.3f;
      p[w * h + y * w + x] = in[y * w + x] + 0.5f;
      p[2 * w * h + y * w + x] = 1.0f - in[y * w + x];
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = p[y * w + x] * p[w * h + y * w + x] + p[2 * w * h + y * w + x];
  free(p);
}
#else
KERNEL void kernel(const float *restrict in, float *restrict out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float a = in[y * w + x];
      out[y * w + x] = (a * 0.3f) * (a + 0.5f) + (1.0f - a);
    }
}
#endif

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 3 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(a[0], a[1], side, side);
}
#include "arrays.h"
