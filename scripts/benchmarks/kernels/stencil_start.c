/* A map from element 0 and a stencil that looks back from element 1: the loops start one apart, so the
 * stencil must run one iteration late.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict out, int n) {
#ifndef HAND
  double *t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    t[i] = in[i] * in[i];
  for (int i = 1; i < n; i++)
    out[i] = t[i] - t[i - 1];
  free(t);
#else
  double before = in[0] * in[0];
  for (int i = 1; i < n; i++) {
    double here = in[i] * in[i];
    out[i] = here - before;
    before = here;
  }
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 1 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
