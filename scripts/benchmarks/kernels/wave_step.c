/* A time step of a wave by finite differences: Laplacian, acceleration and speed have planes of their own.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(int n, int m, const float (*restrict u)[m], const float (*restrict v)[m],
                   float (*restrict next)[m]) {
#ifndef HAND
  float(*lap)[m] = malloc(n * sizeof *lap), (*acc)[m] = malloc(n * sizeof *acc), (*speed)[m] = malloc(n * sizeof *speed);
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      lap[i][j] = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      acc[i][j] = 0.2f * lap[i][j] - 0.01f * v[i][j];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      speed[i][j] = v[i][j] + 0.1f * acc[i][j];
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      next[i][j] = u[i][j] + 0.1f * speed[i][j];
  free(lap);
  free(acc);
  free(speed);
#else
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++) {
      float lap = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j];
      float acc = 0.2f * lap - 0.01f * v[i][j];
      float speed = v[i][j] + 0.1f * acc;
      next[i][j] = u[i][j] + 0.1f * speed;
    }
#endif
}

enum { ARRAYS = 3, INPUTS = 2, TEMPORARIES = 3 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(side, side, a[0], a[1], a[2]);
}
#include "arrays.h"
