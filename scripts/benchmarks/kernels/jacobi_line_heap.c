/* One Jacobi step and the copy back, through an array of its own on the heap. By hand a value is kept.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(double *a, int n) {
#ifndef HAND
  double *b = malloc(n * sizeof *b);
  for (int i = 1; i < n - 1; i++)
    b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
  for (int i = 1; i < n - 1; i++)
    a[i] = b[i];
  free(b);
#else
  double before = a[0], here = a[1];
  for (int i = 1; i < n - 1; i++) {
    double after = a[i + 1];
    a[i] = 0.25 * before + 0.5 * here + 0.25 * after;
    before = here;
    here = after;
  }
#endif
}

enum { ARRAYS = 1, INPUTS = 1, TEMPORARIES = 1 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], n); }
#include "arrays.h"
