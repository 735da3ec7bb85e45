/* Harris's corner response through eight malloc'ed planes: see harris_steps.h.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(int n, int m, const float (*restrict in)[m], float (*restrict out)[m]) {
  typedef float row[m];
#ifndef HAND
  row *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
  row *xx = malloc(n * sizeof *xx), *xy = malloc(n * sizeof *xy), *yy = malloc(n * sizeof *yy);
  row *sxx = malloc(n * sizeof *sxx), *sxy = malloc(n * sizeof *sxy), *syy = malloc(n * sizeof *syy);
#else
  row *xx = malloc(4 * sizeof *xx), *xy = malloc(4 * sizeof *xy), *yy = malloc(4 * sizeof *yy);
#endif
#include "harris_steps.h"
#ifndef HAND
  free(x), free(y), free(sxx), free(sxy), free(syy);
#endif
  free(xx), free(xy), free(yy);
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 8 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(side, side, a[0], a[1]);
}
#include "arrays.h"
