/* Two stencils in sequence over malloc'ed rows, both looking back: a[i-1] of the input and t[i-1],
 * t[i-2] of the temporary.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *restrict a, float *restrict out, int n) {
#ifndef HAND
  float *t = malloc(n * sizeof *t);
  t[0] = a[0];
  t[1] = a[1];
  for (int i = 2; i < n; i++)
    t[i] = a[i] - 0.9f * a[i - 1];
  for (int i = 2; i < n; i++)
    out[i] = t[i] + t[i - 1] + t[i - 2];
  free(t);
#else
  float before2 = a[0], before1 = a[1];
  for (int i = 2; i < n; i++) {
    float here = a[i] - 0.9f * a[i - 1];
    out[i] = here + before1 + before2;
    before2 = before1;
    before1 = here;
  }
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 1 };
typedef float element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
