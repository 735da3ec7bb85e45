/* Each row is scaled and then summed, by loops in a loop over rows whose length is given: a check for each row.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(const double *a, double *b, double *sums, int rows, int n) {
  for (int r = 0; r < rows; r++) {
    for (int i = 0; i < n; i++)
      b[r * n + i] = a[r * n + i] * 0.5;
    for (int i = 0; i < n; i++)
      sums[r] += b[r * n + i] * a[r * n + i];
  }
}

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], n / 10, 10); }
#include "arrays.h"
