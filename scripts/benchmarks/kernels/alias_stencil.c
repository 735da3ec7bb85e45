/* A map and a stencil of three points over pointers that may overlap, as far as the compiler knows: a check
 * at run time, and one iteration late.
 * expect: fused
 */
#include "bench.h"

#ifndef HAND
KERNEL void kernel(const double *in, double *energy, double *out, int n) {
  for (int i = 0; i < n; i++)
    energy[i] = in[i] * in[i];
  for (int i = 1; i < n - 1; i++)
    out[i] = 0.25 * energy[i - 1] + 0.5 * energy[i] + 0.25 * energy[i + 1];
}
#else
KERNEL void kernel(const double *restrict in, double *restrict energy, double *restrict out, int n) {
  if (n < 2)
    return;
  double before = energy[0] = in[0] * in[0];
  double here = energy[1] = in[1] * in[1];
  for (int i = 1; i < n - 1; i++) {
    double after = energy[i + 1] = in[i + 1] * in[i + 1];
    out[i] = 0.25 * before + 0.5 * here + 0.25 * after;
    before = here, here = after;
  }
}
#endif

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], n); }
#include "arrays.h"
