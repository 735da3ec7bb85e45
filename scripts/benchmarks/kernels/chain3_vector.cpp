/* Three element-wise steps through two std::vectors, which are filled with zeros when they are made.
 * expect: fused
 */
#include "bench.h"

#include <vector>

KERNEL void kernel(const double *in, double *out, long n) {
#ifndef HAND
  std::vector<double> t(n), u(n);
  for (long i = 0; i < n; i++)
    t[i] = in[i] * 2.0 + 1.0;
  for (long i = 0; i < n; i++)
    u[i] = t[i] * t[i];
  for (long i = 0; i < n; i++)
    out[i] = u[i] - t[i];
#else
  for (long i = 0; i < n; i++) {
    double t = in[i] * 2.0 + 1.0;
    double u = t * t;
    out[i] = u - t;
  }
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 2 };
typedef double element;
static void call(void **a, int n) { kernel((double *)a[0], (double *)a[1], n); }
#include "arrays.h"
