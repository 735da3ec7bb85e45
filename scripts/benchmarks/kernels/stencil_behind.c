/* A map, then a stencil that reads the map's result at and behind the current element: legal without
 * a shift. The temporary's element before is a rolling value by hand.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict flux, double *restrict out, long n) {
#ifndef HAND
  flux[0] = in[0] * in[0];
  for (long i = 1; i < n; i++)
    flux[i] = in[i] * in[i];
  for (long i = 1; i < n; i++)
    out[i] = flux[i] - flux[i - 1];
#else
  double before = in[0] * in[0];
  flux[0] = before;
  for (long i = 1; i < n; i++) {
    double here = in[i] * in[i];
    flux[i] = here;
    out[i] = here - before;
    before = here;
  }
#endif
}

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], n); }
#include "arrays.h"
