/* Three stages over rows of ten elements: scale, blur along the row, sharpen. By hand one loop over rows, which LLVM is told
 * not to vectorise as a loop, so that rows become vectors.
 * expect: fused
 * constant-size
 */
#include "bench.h"

enum { COLUMNS = 10, ROWS = BENCH_BYTES / (4 * COLUMNS * sizeof(double)) };

static double in[ROWS][COLUMNS];
double out[ROWS][COLUMNS];
#ifndef HAND
static double scaled[ROWS][COLUMNS], blurred[ROWS][COLUMNS];
#endif

KERNEL void kernel(void) {
#ifndef HAND
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      scaled[i][j] = in[i][j] * 3 + 1;
  for (int i = 0; i < ROWS; i++)
    for (int j = 1; j < COLUMNS - 1; j++)
      blurred[i][j] = scaled[i][j - 1] + 2 * scaled[i][j] + scaled[i][j + 1];
  for (int i = 0; i < ROWS; i++)
    for (int j = 1; j < COLUMNS - 1; j++)
      out[i][j] = 3 * scaled[i][j] - 0.5 * blurred[i][j];
#else
#pragma clang loop vectorize(disable)
  for (int i = 0; i < ROWS; i++) {
    double scaled[COLUMNS];
    for (int j = 0; j < COLUMNS; j++)
      scaled[j] = in[i][j] * 3 + 1;
    for (int j = 1; j < COLUMNS - 1; j++)
      out[i][j] = 3 * scaled[j] - 0.5 * (scaled[j - 1] + 2 * scaled[j] + scaled[j + 1]);
  }
#endif
}

void *bench_setup(long bytes) { return bench_array(1, bytes > 0); }

void bench_fill(void *data) {
  bench_fill_double(&in[0][0], (long)ROWS * COLUMNS, -1, 1, 1);
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
