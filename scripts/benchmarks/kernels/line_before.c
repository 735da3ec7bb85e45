/* Two sweeps over the rows of a matrix, and before them a loop over the vector that scales each row.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(int n, const float (*restrict in)[n], float (*restrict out)[n], const float *restrict u,
                   float *restrict w) {
#ifndef HAND
  float(*t)[n] = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    w[i] = 1 / (1 + u[i] * u[i]);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      t[i][j] = in[i][j] * w[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      out[i][j] = t[i][j] * w[j] + in[i][j];
  free(t);
#else
  for (int i = 0; i < n; i++)
    w[i] = 1 / (1 + u[i] * u[i]);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      out[i][j] = in[i][j] * w[i] * w[j] + in[i][j];
#endif
}

enum { ARRAYS = 3, INPUTS = 2, TEMPORARIES = 1 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(side, a[0], a[2], a[1], (float *)a[1] + side);
}
#include "arrays.h"
