/* An array set to zero in one loop and accumulated into in the next. The first loop becomes a memset
 * early in the pipeline; fused before that, the array is written once and never read.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict a, const double *restrict b, double *restrict c, int n) {
#ifndef HAND
  for (int i = 0; i < n; i++)
    c[i] = 0.0;
  for (int i = 0; i < n; i++)
    c[i] += a[i] * b[i];
#else
  for (int i = 0; i < n; i++)
    c[i] = 0.0 + a[i] * b[i];
#endif
}

enum { ARRAYS = 3, INPUTS = 2, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], n); }
#include "arrays.h"
