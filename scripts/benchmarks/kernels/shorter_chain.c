/* Loops over n, n - 1 and n - 2 elements, which look ahead in the input only: legal without a shift.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict scaled, double *restrict slope,
                   double *restrict out, long n) {
#ifndef HAND
  for (long i = 0; i < n; i++)
    scaled[i] = in[i] * 1.5;
  for (long i = 0; i < n - 1; i++)
    slope[i] = in[i + 1] - scaled[i];
  for (long i = 0; i < n - 2; i++)
    out[i] = in[i + 2] - slope[i];
#else
  for (long i = 0; i < n - 2; i++) {
    double ahead = in[i + 1], far_ahead = in[i + 2]; /* vectorised only if it loads before it stores */
    scaled[i] = in[i] * 1.5;
    slope[i] = ahead - scaled[i];
    out[i] = far_ahead - slope[i];
  }
  for (long i = n > 2 ? n - 2 : 0; i < n; i++) {
    scaled[i] = in[i] * 1.5;
    if (i < n - 1)
      slope[i] = in[i + 1] - scaled[i];
  }
#endif
}

enum { ARRAYS = 4, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], a[3], n); }
#include "arrays.h"
