/* Trip counts that differ by a constant: a map over n elements, then one over n - 1 of them.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict t, double *restrict out, long n) {
#ifndef HAND
  for (long i = 0; i < n; i++)
    t[i] = in[i] * 1.5;
  for (long i = 0; i < n - 1; i++)
    out[i] = t[i] - 2.0;
#else
  for (long i = 0; i < n - 1; i++) {
    double scaled = in[i] * 1.5;
    t[i] = scaled;
    out[i] = scaled - 2.0;
  }
  if (n > 0)
    t[n - 1] = in[n - 1] * 1.5;
#endif
}

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], n); }
#include "arrays.h"
