/* A signal becomes half as long behind a step through a temporary, as people write it: ints, no restrict, an odd element left.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *in, float *out, int n) {
#ifndef HAND
  float *t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    t[i] = in[i] * 3.0f + 1.0f;
  for (int i = 0; i < n / 2; i++)
    out[i] = 0.5f * (t[2 * i] + t[2 * i + 1]);
  free(t);
#else
  float *restrict to = out;
  for (int i = 0; i < n / 2; i++)
    to[i] = 0.5f * ((in[2 * i] * 3.0f + 1.0f) + (in[2 * i + 1] * 3.0f + 1.0f));
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 1 };
typedef float element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
