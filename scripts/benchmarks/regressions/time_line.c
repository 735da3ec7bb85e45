/* Time steps of a line by finite differences, back and forth between two arrays, which both stay.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(double *a, double *b, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
    for (int i = 1; i < n - 1; i++)
      a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
  }
}

enum { ARRAYS = 2, INPUTS = 2, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], n, 4); }
#include "arrays.h"
