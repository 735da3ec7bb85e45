/* Harris's corner response through eight static planes with constant bounds; by hand the products are rings of four rows,
 * all else is values.
 * expect: fused
 * constant-size
 */
#include "bench.h"

enum { M = BENCH_BYTES < 1 << 20 ? 100 : 1003, N = BENCH_BYTES / (10 * M * sizeof(float)) };

static float in[N][M];
float out[N][M];
#ifndef HAND
static float x[N][M], y[N][M], xx[N][M], xy[N][M], yy[N][M], sxx[N][M], sxy[N][M], syy[N][M];
#endif

#define SUM(p, above, here, below, j) \
  (p[above][j - 1] + p[above][j] + p[above][j + 1] + p[here][j - 1] + p[here][j] + p[here][j + 1] + \
   p[below][j - 1] + p[below][j] + p[below][j + 1])
#define GRADIENT_X(i, j) \
  (in[i - 1][j + 1] - in[i - 1][j - 1] + 2 * (in[i][j + 1] - in[i][j - 1]) + in[i + 1][j + 1] - \
   in[i + 1][j - 1])
#define GRADIENT_Y(i, j) \
  (in[i + 1][j - 1] - in[i - 1][j - 1] + 2 * (in[i + 1][j] - in[i - 1][j]) + in[i + 1][j + 1] - \
   in[i - 1][j + 1])

KERNEL void kernel(void) {
#ifndef HAND
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < M - 1; j++)
      x[i][j] = GRADIENT_X(i, j);
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < M - 1; j++)
      y[i][j] = GRADIENT_Y(i, j);
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < M - 1; j++)
      xx[i][j] = x[i][j] * x[i][j];
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < M - 1; j++)
      xy[i][j] = x[i][j] * y[i][j];
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < M - 1; j++)
      yy[i][j] = y[i][j] * y[i][j];
  for (int i = 2; i < N - 2; i++)
    for (int j = 2; j < M - 2; j++)
      sxx[i][j] = SUM(xx, i - 1, i, i + 1, j);
  for (int i = 2; i < N - 2; i++)
    for (int j = 2; j < M - 2; j++)
      sxy[i][j] = SUM(xy, i - 1, i, i + 1, j);
  for (int i = 2; i < N - 2; i++)
    for (int j = 2; j < M - 2; j++)
      syy[i][j] = SUM(yy, i - 1, i, i + 1, j);
  for (int i = 2; i < N - 2; i++)
    for (int j = 2; j < M - 2; j++) {
      float trace = sxx[i][j] + syy[i][j];
      out[i][j] = sxx[i][j] * syy[i][j] - sxy[i][j] * sxy[i][j] - 0.04f * trace * trace;
    }
#else
  float xx[4][M], xy[4][M], yy[4][M];
  for (int i = 1; i < N - 1; i++) {
    float *here_xx = xx[i % 4], *here_xy = xy[i % 4], *here_yy = yy[i % 4];
    for (int j = 1; j < M - 1; j++) {
      float x = GRADIENT_X(i, j), y = GRADIENT_Y(i, j);
      here_xx[j] = x * x, here_xy[j] = x * y, here_yy[j] = y * y;
    }
    if (i < 3)
      continue;
    int above = (i + 2) % 4, middle = (i + 3) % 4, below = i % 4;
    for (int j = 2; j < M - 2; j++) {
      float sxx = SUM(xx, above, middle, below, j), sxy = SUM(xy, above, middle, below, j);
      float syy = SUM(yy, above, middle, below, j), trace = sxx + syy;
      out[i - 1][j] = sxx * syy - sxy * sxy - 0.04f * trace * trace;
    }
  }
#endif
}

void *bench_setup(long bytes) { return bench_array(1, bytes > 0); }

void bench_fill(void *data) {
  bench_fill_float(&in[0][0], (long)N * M, -1, 1, 1);
  bench_clear(out, sizeof out);
  (void)data;
}

void bench_run(void *data) {
  kernel();
  (void)data;
}

uint64_t bench_check(void *data) {
  (void)data;
  return bench_hash(0, out, sizeof out);
}
