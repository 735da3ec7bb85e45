/* One Jacobi step and the copy back: the copy overwrites what the stencil of the next element still
 * reads, so it must run one iteration late.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(double *restrict a, double *restrict b, int n) {
#ifndef HAND
  for (int i = 1; i < n - 1; i++)
    b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
  for (int i = 1; i < n - 1; i++)
    a[i] = b[i];
#else
  double before = a[0], here = a[1];
  for (int i = 1; i < n - 1; i++) {
    double after = a[i + 1];
    double smooth = 0.25 * before + 0.5 * here + 0.25 * after;
    b[i] = smooth;
    a[i] = smooth;
    before = here;
    here = after;
  }
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
