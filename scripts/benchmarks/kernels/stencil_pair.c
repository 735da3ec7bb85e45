/* Two stencils in sequence: the first one's result is read in place by the second, which looks around
 * in the common input.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *restrict a, float *restrict out, int n) {
#ifndef HAND
  float *t = malloc(n * sizeof *t);
  for (int i = 1; i < n - 1; i++)
    t[i] = a[i + 1] - a[i - 1];
  for (int i = 1; i < n - 1; i++)
    out[i] = a[i] + 0.1f * (t[i] - (a[i - 1] + a[i + 1]));
  free(t);
#else
  for (int i = 1; i < n - 1; i++) {
    float t = a[i + 1] - a[i - 1];
    out[i] = a[i] + 0.1f * (t - (a[i - 1] + a[i + 1]));
  }
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 1 };
typedef float element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
