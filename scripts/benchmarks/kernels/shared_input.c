/* Two maps that share their inputs and write different arrays: fused, the inputs are read once.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *restrict re, const float *restrict im, float *restrict power,
                   float *restrict cross, long n) {
#ifndef HAND
  for (long i = 0; i < n; i++)
    power[i] = re[i] * re[i] + im[i] * im[i];
  for (long i = 0; i < n; i++)
    cross[i] = 2.0f * re[i] * im[i];
#else
  for (long i = 0; i < n; i++) {
    power[i] = re[i] * re[i] + im[i] * im[i];
    cross[i] = 2.0f * re[i] * im[i];
  }
#endif
}

enum { ARRAYS = 4, INPUTS = 2, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], a[3], n); }
#include "arrays.h"
