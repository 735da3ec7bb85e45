/* Rows of scores shifted by their maximum and divided by their sum, with a rational function in place of
 * the exponential: four loops inside a loop over the rows.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(float *restrict scores, int rows, int columns) {
  for (int r = 0; r < rows; r++) {
    float *row = scores + (long)r * columns;
    float max = row[0];
    for (int c = 0; c < columns; c++)
      if (row[c] > max)
        max = row[c];
    for (int c = 0; c < columns; c++)
      row[c] = row[c] - max;
    for (int c = 0; c < columns; c++)
      row[c] = 1.0f / (1.0f + row[c] * row[c]);
    float sum = 0;
    for (int c = 0; c < columns; c++)
      sum += row[c];
    for (int c = 0; c < columns; c++)
      row[c] /= sum;
  }
}

struct data {
  int rows, columns;
  float *scores;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->columns = 128;
  d->rows = (int)(bytes / (d->columns * (long)sizeof(float)));
  d->scores = bench_array((long)d->rows * d->columns, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->scores, (long)d->rows * d->columns, -1, 1, 1);
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->scores, d->rows, d->columns);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->scores, ((long)d->rows * d->columns) * (long)sizeof(float));
  return hash;
}
