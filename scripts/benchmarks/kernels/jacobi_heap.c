/* A stencil over a plane and its copy back, through a plane of its own on the heap. By hand two rows of it are kept.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(int n, double (*restrict plane)[n]) {
#ifndef HAND
  double(*next)[n] = malloc(n * sizeof *next);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      next[i][j] = 0.2 * (plane[i][j] + plane[i][j - 1] + plane[i][j + 1] + plane[i - 1][j] + plane[i + 1][j]);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      plane[i][j] = next[i][j];
  free(next);
#else
  double(*rows)[n] = malloc(2 * sizeof *rows);
  for (int i = 1; i < n - 1; i++) {
    double *here = rows[i % 2], *before = rows[(i + 1) % 2];
    for (int j = 1; j < n - 1; j++)
      here[j] = 0.2 * (plane[i][j] + plane[i][j - 1] + plane[i][j + 1] + plane[i - 1][j] + plane[i + 1][j]);
    if (i > 1)
      for (int j = 1; j < n - 1; j++)
        plane[i - 1][j] = before[j];
  }
  if (n > 2)
    for (int j = 1; j < n - 1; j++)
      plane[n - 2][j] = rows[(n - 2) % 2][j];
  free(rows);
#endif
}

enum { ARRAYS = 1, INPUTS = 1, TEMPORARIES = 1 };
typedef double element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(side, a[0]);
}
#include "arrays.h"
