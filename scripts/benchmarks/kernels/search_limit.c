/* A map, and a search for the first element beyond a limit, which there is none of.
 * expect: fused
 */
#include "bench.h"

#include <math.h>

KERNEL int kernel(double *restrict a, const double *restrict b, int n, double limit) {
#ifndef HAND
  for (int i = 0; i < n; i++)
    a[i] = b[i] * 1.5 + 2.0;
  for (int i = 0; i < n; i++)
    if (fabs(a[i]) > limit)
      return i;
  return -1;
#else
  int any = 0;
  for (int i = 0; i < n; i++) {
    a[i] = b[i] * 1.5 + 2.0;
    any |= fabs(a[i]) > limit;
  }
  if (any)
    for (int i = 0; i < n; i++)
      if (fabs(a[i]) > limit)
        return i;
  return -1;
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { ((double *)a[1])[0] += kernel((double *)a[1], (const double *)a[0], n, 1e30); }
#include "arrays.h"
