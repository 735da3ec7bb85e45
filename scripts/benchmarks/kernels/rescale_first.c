/* A step that an option switches on, before one that always runs, as where MINPACK rescales its variables.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(double *scale, const double *norm, double *scaled, const double *x, int n, int mode) {
#ifndef HAND
  if (mode != 2)
    for (int j = 0; j < n; j++)
      scale[j] = scale[j] > norm[j] ? scale[j] : norm[j];
  for (int j = 0; j < n; j++)
    scaled[j] = scale[j] * x[j];
#else
  if (mode == 2) {
    for (int j = 0; j < n; j++)
      scaled[j] = scale[j] * x[j];
    return;
  }
  double *restrict own = scale, *restrict result = scaled;
  for (int j = 0; j < n; j++) {
    own[j] = own[j] > norm[j] ? own[j] : norm[j];
    result[j] = own[j] * x[j];
  }
#endif
}

enum { ARRAYS = 4, INPUTS = 2, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel((double *)a[2], (const double *)a[0], (double *)a[3], (const double *)a[1], n, 1); }
#include "arrays.h"
