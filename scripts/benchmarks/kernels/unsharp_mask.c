/* An unsharp mask through two malloc'ed planes: blurred across, then down, then subtracted. By hand the first
 * plane is a ring of four rows, the second a value.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(int n, int m, const float (*restrict in)[m], float (*restrict out)[m]) {
#ifndef HAND
  float(*across)[m] = malloc(n * sizeof *across), (*blurred)[m] = malloc(n * sizeof *blurred);
  for (int i = 0; i < n; i++)
    for (int j = 1; j < m - 1; j++)
      across[i][j] = 0.25f * in[i][j - 1] + 0.5f * in[i][j] + 0.25f * in[i][j + 1];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      blurred[i][j] = 0.25f * across[i - 1][j] + 0.5f * across[i][j] + 0.25f * across[i + 1][j];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      out[i][j] = in[i][j] + 1.5f * (in[i][j] - blurred[i][j]);
  free(across);
  free(blurred);
#else
  float(*across)[m] = malloc(4 * sizeof *across);
  for (int i = 0; i < n; i++) {
    float *here = across[i % 4];
    for (int j = 1; j < m - 1; j++)
      here[j] = 0.25f * in[i][j - 1] + 0.5f * in[i][j] + 0.25f * in[i][j + 1];
    if (i < 2)
      continue;
    const float *above = across[(i + 2) % 4], *middle = across[(i + 3) % 4];
    for (int j = 1; j < m - 1; j++) {
      float blurred = 0.25f * above[j] + 0.5f * middle[j] + 0.25f * here[j];
      out[i - 1][j] = in[i - 1][j] + 1.5f * (in[i - 1][j] - blurred);
    }
  }
  free(across);
#endif
}

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 2 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(side, side, a[0], a[1]);
}
#include "arrays.h"
