/* Two steps over a signal with a loop between them that concerns neither: a table of 64 weights.
 * expect: fused
 */
#include "bench.h"

enum { BANDS = 64 };

KERNEL void kernel(const float *restrict in, float *restrict scaled, float *restrict out, int n,
                   float *restrict weights) {
#ifdef HAND
  for (int i = 0; i < n; i++) {
    scaled[i] = in[i] * 0.75f;
    out[i] = scaled[i] > 0.5f ? 0.5f : scaled[i];
  }
#else
  for (int i = 0; i < n; i++)
    scaled[i] = in[i] * 0.75f;
#endif
  for (int k = 0; k < BANDS; k++)
    weights[k] = 1.0f - (float)k / BANDS;
#ifndef HAND
  for (int i = 0; i < n; i++)
    out[i] = scaled[i] > 0.5f ? 0.5f : scaled[i];
#endif
}

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) {
  static float weights[BANDS];
  kernel(a[0], a[1], a[2], n, weights);
}
#include "arrays.h"
