/* A signal smoothed twice over three points: a stencil of a stencil. One iteration late, with two values
 * kept from iteration to iteration.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict out, int n) {
#ifndef HAND
  double *once = malloc(n * sizeof *once);
  for (int i = 1; i < n - 1; i++)
    once[i] = 0.25 * in[i - 1] + 0.5 * in[i] + 0.25 * in[i + 1];
  for (int i = 2; i < n - 2; i++)
    out[i] = 0.25 * once[i - 1] + 0.5 * once[i] + 0.25 * once[i + 1];
  free(once);
#else
  double before = 0.25 * in[0] + 0.5 * in[1] + 0.25 * in[2];
  double here = 0.25 * in[1] + 0.5 * in[2] + 0.25 * in[3];
  for (int i = 2; i < n - 2; i++) {
    double after = 0.25 * in[i] + 0.5 * in[i + 1] + 0.25 * in[i + 2];
    out[i] = 0.25 * before + 0.5 * here + 0.25 * after;
    before = here, here = after;
  }
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 1 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
