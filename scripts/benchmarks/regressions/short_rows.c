/* Rows of eight elements in two sweeps, one after the other, as for many small vectors.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(const float *a, float *b, float *c, int rows) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 8; j++)
      b[i * 8 + j] = a[i * 8 + j] * 0.5f;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 8; j++)
      c[i * 8 + j] = b[i * 8 + j] + a[i * 8 + 7 - j];
}

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], n / 8); }
#include "arrays.h"
