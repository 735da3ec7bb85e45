/* Two maps over the rows of a matrix with a constant number of columns, through a static temporary.
 * expect: fused
 * constant-size
 */
#include "bench.h"

enum { COLUMNS = 64, ROWS = BENCH_BYTES / (3 * COLUMNS * sizeof(float)) };

static float in[ROWS][COLUMNS];
#ifndef HAND
static float centred[ROWS][COLUMNS];
#endif
float out[ROWS][COLUMNS];

KERNEL void kernel(float mean, float gain) {
#ifndef HAND
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      centred[i][j] = in[i][j] - mean;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      out[i][j] = centred[i][j] * gain;
#else
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      float centred = in[i][j] - mean;
      out[i][j] = centred * gain;
    }
#endif
}

void *bench_setup(long bytes) { return bench_array(1, bytes > 0); }

void bench_fill(void *data) {
  bench_fill_float(&in[0][0], (long)ROWS * COLUMNS, -1, 1, 1);
  bench_clear(out, sizeof out);
  (void)data;
}

void bench_run(void *data) {
  kernel(0.25f, 1.5f);
  (void)data;
}

uint64_t bench_check(void *data) {
  (void)data;
  return bench_hash(0, out, sizeof out);
}
