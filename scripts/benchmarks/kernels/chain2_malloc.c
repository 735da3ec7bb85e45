/* Two element-wise steps through a malloc'ed temporary. With --sizes 458M it has 20 million elements.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict out, long n) {
#ifndef HAND
  double *a = malloc(n * sizeof *a);
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 2.0 + 1.0;
  for (long i = 0; i < n; i++)
    out[i] = a[i] * a[i];
  free(a);
#else
  for (long i = 0; i < n; i++) {
    double a = in[i] * 2.0 + 1.0;
    out[i] = a * a;
  }
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 1 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
