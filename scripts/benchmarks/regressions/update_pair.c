/* Two updates over pointers that may overlap, as libraries offer them: called for few elements and for many.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(double *x, double *y, double *z, const double *w, int n) {
  for (int i = 0; i < n; i++)
    y[i] = 2.0 * x[i] + w[i];
  for (int i = 0; i < n; i++)
    z[i] = y[i] * x[i] - 1.0;
}

enum { ARRAYS = 4, INPUTS = 2, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[2], a[3], a[1], n); }
#include "arrays.h"
