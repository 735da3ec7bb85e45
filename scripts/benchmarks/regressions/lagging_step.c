/* Differences to both neighbours and a step along them: the second loop has to lag.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(const double *u, double *d, double *next, int n) {
  for (int i = 1; i < n - 1; i++)
    d[i] = u[i + 1] - 2 * u[i] + u[i - 1];
  for (int i = 2; i < n - 2; i++)
    next[i] = u[i] + 0.1 * (d[i + 1] + d[i - 1]);
}

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], n); }
#include "arrays.h"
