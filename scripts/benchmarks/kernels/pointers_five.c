/* Six loops over five pointers that may overlap, as far as the compiler knows: a filter, as of a synthesiser.
 * expect: fused
 */
#include "bench.h"

#ifndef HAND
KERNEL void kernel(const float *in, const float *gain, float *low, float *high, float *out, int n) {
  for (int i = 0; i < n; i++)
    low[i] = 0.5f * in[i] + 0.25f;
  for (int i = 0; i < n; i++)
    high[i] = in[i] - low[i];
  for (int i = 0; i < n; i++)
    low[i] = low[i] * gain[i];
  for (int i = 0; i < n; i++)
    high[i] = high[i] * (1 - gain[i]);
  for (int i = 0; i < n; i++)
    out[i] = low[i] + high[i];
  for (int i = 0; i < n; i++)
    out[i] = out[i] * 0.7f + 0.3f * in[i];
}
#else
KERNEL void kernel(const float *restrict in, const float *restrict gain, float *restrict low,
                   float *restrict high, float *restrict out, int n) {
  for (int i = 0; i < n; i++) {
    float l = 0.5f * in[i] + 0.25f, h = in[i] - l;
    l = l * gain[i];
    h = h * (1 - gain[i]);
    low[i] = l;
    high[i] = h;
    out[i] = (l + h) * 0.7f + 0.3f * in[i];
  }
}
#endif

enum { ARRAYS = 5, INPUTS = 2, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], a[3], a[4], n); }
#include "arrays.h"
