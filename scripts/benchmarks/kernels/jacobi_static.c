/* A stencil over a plane and its copy back, the second plane a static array that nothing else reads. By hand
 * two rows of it are kept.
 * expect: fused
 * constant-size
 */
#include "bench.h"

enum { COLUMNS = BENCH_BYTES < 1 << 16 ? 20 : 1000, ROWS = BENCH_BYTES / (2 * COLUMNS * sizeof(double)) };

double plane[ROWS][COLUMNS];
#ifndef HAND
static double next[ROWS][COLUMNS];
#endif

KERNEL void kernel(void) {
#ifndef HAND
  for (int i = 1; i < ROWS - 1; i++)
    for (int j = 1; j < COLUMNS - 1; j++)
      next[i][j] = 0.2 * (plane[i][j] + plane[i][j - 1] + plane[i][j + 1] + plane[i - 1][j] + plane[i + 1][j]);
  for (int i = 1; i < ROWS - 1; i++)
    for (int j = 1; j < COLUMNS - 1; j++)
      plane[i][j] = next[i][j];
#else
  double rows[2][COLUMNS];
  for (int i = 1; i < ROWS - 1; i++) {
    double *here = rows[i % 2], *before = rows[(i + 1) % 2];
    for (int j = 1; j < COLUMNS - 1; j++)
      here[j] = 0.2 * (plane[i][j] + plane[i][j - 1] + plane[i][j + 1] + plane[i - 1][j] + plane[i + 1][j]);
    if (i > 1)
      for (int j = 1; j < COLUMNS - 1; j++)
        plane[i - 1][j] = before[j];
  }
  for (int j = 1; j < COLUMNS - 1; j++)
    plane[ROWS - 2][j] = rows[(ROWS - 2) % 2][j];
#endif
}

void *bench_setup(long bytes) { return bench_array(1, bytes > 0); }

void bench_fill(void *data) {
  bench_fill_double(&plane[0][0], (long)ROWS * COLUMNS, -1, 1, 1);
  (void)data;
}

void bench_run(void *data) {
  kernel();
  (void)data;
}

uint64_t bench_check(void *data) {
  (void)data;
  return bench_hash(0, plane, sizeof plane);
}
