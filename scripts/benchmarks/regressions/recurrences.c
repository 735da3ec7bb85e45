/* A recursive filter, a running sum of it, and what is scaled by that.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(const double *in, double *low, double *sum, double *out, int n) {
  double state = 0, total = 0;
  for (int i = 0; i < n; i++) {
    state = 0.9 * state + 0.1 * in[i];
    low[i] = state;
  }
  for (int i = 0; i < n; i++) {
    total += low[i];
    sum[i] = total;
  }
  for (int i = 0; i < n; i++)
    out[i] = (in[i] - low[i]) * sum[i];
}

enum { ARRAYS = 4, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], a[3], n); }
#include "arrays.h"
