/* Four element-wise steps through three malloc'ed temporaries.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict out, long n) {
#ifndef HAND
  double *a = malloc(n * sizeof *a);
  double *b = malloc(n * sizeof *b);
  double *c = malloc(n * sizeof *c);
  for (long i = 0; i < n; i++)
    a[i] = in[i] * 2.0;
  for (long i = 0; i < n; i++)
    b[i] = a[i] + 1.0;
  for (long i = 0; i < n; i++)
    c[i] = b[i] * b[i];
  for (long i = 0; i < n; i++)
    out[i] = c[i] - 0.5;
  free(a);
  free(b);
  free(c);
#else
  for (long i = 0; i < n; i++) {
    double a = in[i] * 2.0;
    double b = a + 1.0;
    double c = b * b;
    out[i] = c - 0.5;
  }
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 3 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
