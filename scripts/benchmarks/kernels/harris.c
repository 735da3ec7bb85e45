/* Harris's corner response through eight malloc'ed planes: two gradients, three products, three sums over 3 x 3
 * elements, the response. By hand the products are rings of four rows, all else is values.
 * expect: fused
 */
#include "bench.h"

#define SUM(p, above, here, below, j) \
  (p[above][j - 1] + p[above][j] + p[above][j + 1] + p[here][j - 1] + p[here][j] + p[here][j + 1] + \
   p[below][j - 1] + p[below][j] + p[below][j + 1])
#define GRADIENT_X(i, j) \
  (in[i - 1][j + 1] - in[i - 1][j - 1] + 2 * (in[i][j + 1] - in[i][j - 1]) + in[i + 1][j + 1] - \
   in[i + 1][j - 1])
#define GRADIENT_Y(i, j) \
  (in[i + 1][j - 1] - in[i - 1][j - 1] + 2 * (in[i + 1][j] - in[i - 1][j]) + in[i + 1][j + 1] - \
   in[i - 1][j + 1])

KERNEL void kernel(int n, int m, const float (*restrict in)[m], float (*restrict out)[m]) {
#ifndef HAND
  typedef float row[m];
  row *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  row *xx = malloc(n * sizeof *xx), *xy = malloc(n * sizeof *xy), *yy = malloc(n * sizeof *yy);
  row *sxx = malloc(n * sizeof *sxx), *sxy = malloc(n * sizeof *sxy), *syy = malloc(n * sizeof *syy);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      x[i][j] = GRADIENT_X(i, j);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      y[i][j] = GRADIENT_Y(i, j);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      xx[i][j] = x[i][j] * x[i][j];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      xy[i][j] = x[i][j] * y[i][j];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      yy[i][j] = y[i][j] * y[i][j];
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < m - 2; j++)
      sxx[i][j] = SUM(xx, i - 1, i, i + 1, j);
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < m - 2; j++)
      sxy[i][j] = SUM(xy, i - 1, i, i + 1, j);
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < m - 2; j++)
      syy[i][j] = SUM(yy, i - 1, i, i + 1, j);
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < m - 2; j++) {
      float trace = sxx[i][j] + syy[i][j];
      out[i][j] = sxx[i][j] * syy[i][j] - sxy[i][j] * sxy[i][j] - 0.04f * trace * trace;
    }
  free(x), free(y), free(xx), free(xy), free(yy), free(sxx), free(sxy), free(syy);
#else
  typedef float row[m];
  row *xx = malloc(4 * sizeof *xx), *xy = malloc(4 * sizeof *xy), *yy = malloc(4 * sizeof *yy);
  for (int i = 1; i < n - 1; i++) {
    float *here_xx = xx[i % 4], *here_xy = xy[i % 4], *here_yy = yy[i % 4];
    for (int j = 1; j < m - 1; j++) {
      float x = GRADIENT_X(i, j), y = GRADIENT_Y(i, j);
      here_xx[j] = x * x, here_xy[j] = x * y, here_yy[j] = y * y;
    }
    if (i < 3)
      continue;
    int above = (i + 2) % 4, middle = (i + 3) % 4, below = i % 4;
    for (int j = 2; j < m - 2; j++) {
      float sxx = SUM(xx, above, middle, below, j), sxy = SUM(xy, above, middle, below, j);
      float syy = SUM(yy, above, middle, below, j), trace = sxx + syy;
      out[i - 1][j] = sxx * syy - sxy * sxy - 0.04f * trace * trace;
    }
  }
  free(xx), free(xy), free(yy);
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 8 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(side, side, a[0], a[1]);
}
#include "arrays.h"
