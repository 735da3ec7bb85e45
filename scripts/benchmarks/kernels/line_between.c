/* Two sweeps over the rows of a matrix, and between them a loop that scales a vector: the first sweep reads
 * one element of it in each row, the second one all of it. By hand the vector is scaled first.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(int n, const float (*restrict in)[n], float (*restrict out)[n], const float *restrict u,
                   float *restrict w) {
#ifndef HAND
  float(*t)[n] = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      t[i][j] = in[i][j] * u[i];
  for (int i = 0; i < n; i++)
    w[i] = 0.5f * u[i] + 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      out[i][j] = t[i][j] * w[j] + in[i][j];
  free(t);
#else
  for (int i = 0; i < n; i++)
    w[i] = 0.5f * u[i] + 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      out[i][j] = in[i][j] * u[i] * w[j] + in[i][j];
#endif
}

enum { ARRAYS = 3, INPUTS = 2, TEMPORARIES = 1 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(side, a[0], a[2], a[1], (float *)a[1] + side);
}
#include "arrays.h"
