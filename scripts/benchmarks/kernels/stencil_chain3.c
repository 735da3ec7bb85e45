/* Peaks of a signal in three stages that each look around in the one before: smoothed, its slope, and the
 * change of the slope. By hand two values of both temporaries are kept from iteration to iteration.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict out, int n) {
#ifndef HAND
  double *smooth = malloc(n * sizeof *smooth);
  double *slope = malloc(n * sizeof *slope);
  for (int i = 1; i < n - 1; i++)
    smooth[i] = 0.25 * in[i - 1] + 0.5 * in[i] + 0.25 * in[i + 1];
  for (int i = 2; i < n - 2; i++)
    slope[i] = smooth[i + 1] - smooth[i - 1];
  for (int i = 3; i < n - 3; i++)
    out[i] = slope[i - 1] - slope[i + 1];
  free(smooth);
  free(slope);
#else
  double smooth1 = 0.25 * in[0] + 0.5 * in[1] + 0.25 * in[2];
  double smooth2 = 0.25 * in[1] + 0.5 * in[2] + 0.25 * in[3];
  double smooth3 = 0.25 * in[2] + 0.5 * in[3] + 0.25 * in[4];
  double smooth4 = 0.25 * in[3] + 0.5 * in[4] + 0.25 * in[5];
  double before = smooth3 - smooth1, here = smooth4 - smooth2;
  for (int i = 3; i < n - 3; i++) {
    double smooth5 = 0.25 * in[i + 1] + 0.5 * in[i + 2] + 0.25 * in[i + 3];
    double after = smooth5 - smooth3;
    out[i] = before - after;
    smooth3 = smooth4, smooth4 = smooth5;
    before = here, here = after;
  }
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 2 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
