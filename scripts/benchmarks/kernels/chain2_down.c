/* Two element-wise steps, both counting down, in place of one array.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict x, double *restrict y, int n) {
#ifndef HAND
  for (int i = n - 1; i >= 0; i--)
    y[i] = x[i] * 0.5;
  for (int i = n - 1; i >= 0; i--)
    y[i] = y[i] + 3.0;
#else
  for (int i = n - 1; i >= 0; i--) {
    double half = x[i] * 0.5;
    y[i] = half + 3.0;
  }
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
