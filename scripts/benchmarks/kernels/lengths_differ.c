/* A signal of n samples and an echo of m samples mixed into it: trip counts of which nothing is known. The
 * echo is shorter by an eighth here.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const float *restrict dry, int n, const float *restrict wet, int m, float *restrict out) {
#ifndef HAND
  for (int i = 0; i < n; i++)
    out[i] = 0.7f * dry[i];
  for (int i = 0; i < m; i++)
    out[i] += 0.3f * wet[i];
#else
  int both = n < m ? n : m;
  for (int i = 0; i < both; i++) {
    float direct = 0.7f * dry[i];
    out[i] = direct + 0.3f * wet[i];
  }
  for (int i = both; i < n; i++)
    out[i] = 0.7f * dry[i];
  for (int i = both; i < m; i++)
    out[i] += 0.3f * wet[i];
#endif
}

enum { ARRAYS = 3, INPUTS = 2, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) { kernel(a[0], n, a[1], n - n / 8, a[2]); }
#include "arrays.h"
