/* The second loop reads one element ahead of the first: it must run one iteration late.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict out, int n) {
#ifndef HAND
  double *t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    t[i] = in[i] * in[i];
  for (int i = 0; i < n - 1; i++)
    out[i] = t[i + 1] * 0.5 + 1;
  free(t);
#else
  for (int i = 0; i < n - 1; i++)
    out[i] = in[i + 1] * in[i + 1] * 0.5 + 1;
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 1 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
