/* Three steps over pointers that may overlap, as far as the compiler knows: a check at run time.
 * expect: fused
 */
#include "bench.h"

#ifndef HAND
KERNEL void kernel(const double *in, double *t, double *out, int n) {
  for (int i = 0; i < n; i++)
    t[i] = in[i] * in[i];
  for (int i = 0; i < n; i++)
    out[i] = t[i] + in[i];
  for (int i = 0; i < n; i++)
    out[i] = out[i] * t[i] + 1;
}
#else
KERNEL void kernel(const double *restrict in, double *restrict t, double *restrict out, int n) {
  for (int i = 0; i < n; i++) {
    double square = in[i] * in[i];
    t[i] = square;
    out[i] = (square + in[i]) * square + 1;
  }
}
#endif

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], n); }
#include "arrays.h"
