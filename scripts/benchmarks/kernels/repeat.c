/* Each element becomes two, behind a step whose result stays: samples that are held, or pixels that are doubled.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *in, float *restrict t, float *restrict out, int n) {
#ifndef HAND
  for (int i = 0; i < n / 2; i++)
    t[i] = in[i] * 3.0f + 1.0f;
  for (int i = 0; i < n / 2 * 2; i++)
    out[i] = 0.5f * t[i / 2];
#else
  for (int i = 0; i < n / 2; i++) {
    float v = in[i] * 3.0f + 1.0f;
    t[i] = v;
    out[2 * i] = out[2 * i + 1] = 0.5f * v;
  }
#endif
}

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], n); }
#include "arrays.h"
