/* A recursive filter (each output needs the one before, so no vectors) followed by a map of its output
 * that is vectorised.
 * expect: free (the filter's latency hides the map, but the map's vectors go)
 */
#include "bench.h"

KERNEL void kernel(const float *restrict in, float *restrict low, float *restrict high, int n) {
  float state = 0;
#ifndef HAND
  for (int i = 0; i < n; i++) {
    state += 0.1f * (in[i] - state);
    low[i] = state;
  }
  for (int i = 0; i < n; i++)
    high[i] = in[i] - low[i];
#else
  for (int i = 0; i < n; i++) {
    state += 0.1f * (in[i] - state);
    low[i] = state;
    high[i] = in[i] - state;
  }
#endif
}

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], n); }
#include "arrays.h"
