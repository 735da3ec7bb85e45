/* A separable blur of an n x m image, along the rows and then along the columns: the rows of the second
 * nest must run one late.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(int n, int m, const float (*restrict in)[m], float (*restrict across)[m],
                   float (*restrict out)[m]) {
#ifndef HAND
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      across[i][j] = 0.25f * in[i][j - 1] + 0.5f * in[i][j] + 0.25f * in[i][j + 1];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      out[i][j] = 0.25f * across[i - 1][j] + 0.5f * across[i][j] + 0.25f * across[i + 1][j];
#else
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m - 1; j++) {
      float here = 0.25f * in[i][j - 1] + 0.5f * in[i][j] + 0.25f * in[i][j + 1];
      across[i][j] = here;
      if (i >= 2)
        out[i - 1][j] = 0.25f * across[i - 2][j] + 0.5f * across[i - 1][j] + 0.25f * here;
    }
#endif
}

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(side, side, a[0], a[1], a[2]);
}
#include "arrays.h"
