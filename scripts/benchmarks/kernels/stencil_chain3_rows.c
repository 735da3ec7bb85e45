/* Edges of an n x m image in three nests: blurred along the rows, along the columns, then the difference of
 * the rows above and below. The second nest must run one row late, the third two.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(int n, int m, const float (*restrict in)[m], float (*restrict across)[m],
                   float (*restrict blurred)[m], float (*restrict out)[m]) {
#ifndef HAND
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      across[i][j] = 0.25f * in[i][j - 1] + 0.5f * in[i][j] + 0.25f * in[i][j + 1];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      blurred[i][j] = 0.25f * across[i - 1][j] + 0.5f * across[i][j] + 0.25f * across[i + 1][j];
  for (int i = 2; i < n - 2; i++)
    for (int j = 1; j < m - 1; j++)
      out[i][j] = blurred[i + 1][j] - blurred[i - 1][j];
#else
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m - 1; j++) {
      float here = 0.25f * in[i][j - 1] + 0.5f * in[i][j] + 0.25f * in[i][j + 1];
      across[i][j] = here;
      if (i < 2)
        continue;
      float below = 0.25f * across[i - 2][j] + 0.5f * across[i - 1][j] + 0.25f * here;
      blurred[i - 1][j] = below;
      if (i >= 4)
        out[i - 2][j] = below - blurred[i - 3][j];
    }
#endif
}

enum { ARRAYS = 4, INPUTS = 1, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(side, side, a[0], a[1], a[2], a[3]);
}
#include "arrays.h"
