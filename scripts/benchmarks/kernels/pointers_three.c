/* Three loops over six pointers that may overlap, as far as the compiler knows.
 * expect: fused
 */
#include "bench.h"

#ifndef HAND
KERNEL void kernel(const double *a, const double *b, const double *c, double *x, double *y, double *z, int n) {
  for (int i = 0; i < n; i++)
    x[i] = a[i] * b[i];
  for (int i = 0; i < n; i++)
    y[i] = b[i] * c[i] + x[i];
  for (int i = 0; i < n; i++)
    z[i] = x[i] * y[i] + a[i] + c[i];
}
#else
KERNEL void kernel(const double *restrict a, const double *restrict b, const double *restrict c,
                   double *restrict x, double *restrict y, double *restrict z, int n) {
  for (int i = 0; i < n; i++) {
    double s = a[i] * b[i], t = b[i] * c[i] + s;
    x[i] = s;
    y[i] = t;
    z[i] = s * t + a[i] + c[i];
  }
}
#endif

enum { ARRAYS = 6, INPUTS = 3, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], a[3], a[4], a[5], n); }
#include "arrays.h"
