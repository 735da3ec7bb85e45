/* Steps of a relaxation, each of which asks whether anything still changes, and finds that at once.
 * expect: free
 */
#include "bench.h"

#include <math.h>

KERNEL int kernel(double *u, double *v, int n, int steps, double eps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      v[i] = (u[i - 1] + 2 * u[i] + u[i + 1]) * 0.25;
    int done = 1;
    for (int i = 1; i < n - 1; i++)
      if (fabs(v[i] - u[i]) > eps) {
        done = 0;
        break;
      }
    if (done)
      return t;
    double *w = u;
    u = v;
    v = w;
  }
  return steps;
}

enum { ARRAYS = 2, INPUTS = 2, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel((double *)a[0], (double *)a[1], n, 4, 1e-30); }
#include "arrays.h"
