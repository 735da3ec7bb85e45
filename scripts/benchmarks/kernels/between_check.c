/* Three steps through temporaries whose allocation may fail: tests that leave the function stand between
 * the loops.
 * expect: fused
 */
#include "bench.h"

KERNEL int kernel(const double *restrict in, double *restrict out, long n) {
#ifndef HAND
  double *centred = malloc(n * sizeof *centred);
  if (!centred)
    return -1;
  for (long i = 0; i < n; i++)
    centred[i] = in[i] - 0.5;
  double *squared = malloc(n * sizeof *squared);
  if (!squared) {
    free(centred);
    return -1;
  }
  for (long i = 0; i < n; i++)
    squared[i] = centred[i] * centred[i];
  free(centred);
  for (long i = 0; i < n; i++)
    out[i] = squared[i] * 0.25 + 1;
  free(squared);
#else
  for (long i = 0; i < n; i++) {
    double centred = in[i] - 0.5;
    double squared = centred * centred;
    out[i] = squared * 0.25 + 1;
  }
#endif
  return 0;
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 2 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
