/* Edges through three malloc'ed planes: two gradients, their squares' sum, compared with a threshold. By hand all
 * three are values.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(int n, int m, const float (*restrict in)[m], float (*restrict out)[m]) {
#ifndef HAND
  typedef float row[m];
  row *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y), *size = malloc(n * sizeof *size);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      x[i][j] = in[i - 1][j + 1] - in[i - 1][j - 1] + 2 * (in[i][j + 1] - in[i][j - 1]) + in[i + 1][j + 1] -
                in[i + 1][j - 1];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      y[i][j] = in[i + 1][j - 1] - in[i - 1][j - 1] + 2 * (in[i + 1][j] - in[i - 1][j]) + in[i + 1][j + 1] -
                in[i - 1][j + 1];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      size[i][j] = x[i][j] * x[i][j] + y[i][j] * y[i][j];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      out[i][j] = size[i][j] > 1.5f ? 1.0f : 0.0f;
  free(x), free(y), free(size);
#else
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      float x = in[i - 1][j + 1] - in[i - 1][j - 1] + 2 * (in[i][j + 1] - in[i][j - 1]) + in[i + 1][j + 1] -
                in[i + 1][j - 1];
      float y = in[i + 1][j - 1] - in[i - 1][j - 1] + 2 * (in[i + 1][j] - in[i - 1][j]) + in[i + 1][j + 1] -
                in[i - 1][j + 1];
      out[i][j] = x * x + y * y > 1.5f ? 1.0f : 0.0f;
    }
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 3 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(side, side, a[0], a[1]);
}
#include "arrays.h"
