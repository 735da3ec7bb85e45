/* A map and a stencil of three points, which looks back and ahead: one iteration late, with two values
 * kept from iteration to iteration.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict out, int n) {
#ifndef HAND
  double *t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    t[i] = in[i] * in[i];
  for (int i = 1; i < n - 1; i++)
    out[i] = t[i - 1] * 0.25 + t[i] * 0.5 + t[i + 1] * 0.25;
  free(t);
#else
  double before = in[0] * in[0], here = in[1] * in[1];
  for (int i = 1; i < n - 1; i++) {
    double next = in[i + 1] * in[i + 1];
    out[i] = before * 0.25 + here * 0.5 + next * 0.25;
    before = here, here = next;
  }
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 1 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
