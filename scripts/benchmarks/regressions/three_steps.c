/* Three steps over five pointers that may overlap.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(const float *a, float *b, float *c, float *d, const float *e, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i] + 1.0f;
  for (int i = 0; i < n; i++)
    c[i] = b[i] * a[i];
  for (int i = 0; i < n; i++)
    d[i] = c[i] - e[i];
}

enum { ARRAYS = 5, INPUTS = 2, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) { kernel(a[0], a[2], a[3], a[4], a[1], n); }
#include "arrays.h"
