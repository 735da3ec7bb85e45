/* A 3-D heat step and the copy back, on a cube without its border.
 * expect: free
 */
#include "bench.h"
#include <math.h>

KERNEL void kernel(double *u, double *v, int s, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < s - 1; i++)
      for (int j = 1; j < s - 1; j++)
        for (int k = 1; k < s - 1; k++) {
          long p = ((long)i * s + j) * s + k;
          v[p] = u[p] + 0.1 * (u[p - 1] + u[p + 1] + u[p - s] + u[p + s] + u[p - (long)s * s] +
                               u[p + (long)s * s] - 6 * u[p]);
        }
    for (int i = 1; i < s - 1; i++)
      for (int j = 1; j < s - 1; j++)
        for (int k = 1; k < s - 1; k++) {
          long p = ((long)i * s + j) * s + k;
          u[p] = v[p];
        }
  }
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], (int)cbrt(n), 2); }
#include "arrays.h"
