/* Two products of matrices, each over a matrix of its own: fused row by row, they evict each other's from the cache.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(const double *a, const double *b, const double *c, double *t, double *out, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      t[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        t[i * n + j] += a[i * n + k] * b[k * n + j];
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      out[i * n + j] = 0;
      for (int k = 0; k < n; k++)
        out[i * n + j] += t[i * n + k] * c[k * n + j];
    }
}

/* The cube of the number of elements is what it takes: no more than these. */
#define MOST 1000

enum { ARRAYS = 5, INPUTS = 3, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(a[0], a[1], a[2], a[3], a[4], side < MOST ? side : MOST);
}
#include "arrays.h"
