/* A map over an image and a blur over its columns, which reads the rows above and below: the rows of the
 * second nest must run one late.
 * expect: fused
 */
#include "bench.h"

enum { WIDTH = 256 };

KERNEL void kernel(const float (*restrict in)[WIDTH], float (*restrict t)[WIDTH],
                   float (*restrict out)[WIDTH], int n) {
#ifndef HAND
  for (int i = 0; i < n; i++)
    for (int j = 0; j < WIDTH; j++)
      t[i][j] = in[i][j] * in[i][j];
  for (int i = 1; i < n - 1; i++)
    for (int j = 0; j < WIDTH; j++)
      out[i][j] = t[i - 1][j] * 0.25f + t[i][j] * 0.5f + t[i + 1][j] * 0.25f;
#else
  for (int i = 0; i < 2 && i < n; i++)
    for (int j = 0; j < WIDTH; j++)
      t[i][j] = in[i][j] * in[i][j];
  for (int i = 1; i < n - 1; i++) {
    for (int j = 0; j < WIDTH; j++)
      t[i + 1][j] = in[i + 1][j] * in[i + 1][j];
    for (int j = 0; j < WIDTH; j++)
      out[i][j] = t[i - 1][j] * 0.25f + t[i][j] * 0.5f + t[i + 1][j] * 0.25f;
  }
#endif
}

struct data {
  int n;
  float (*in)[WIDTH], (*t)[WIDTH], (*out)[WIDTH];
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  long row = WIDTH * (long)sizeof(float);
  d->n = (int)(bytes / (3 * row)) + 2;
  d->in = bench_array(d->n * (long)WIDTH, sizeof(float));
  d->t = bench_array(d->n * (long)WIDTH, sizeof(float));
  d->out = bench_array(d->n * (long)WIDTH, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->in[0], d->n * (long)WIDTH, -1, 1, 1);
  bench_clear(d->t, d->n * (long)WIDTH * sizeof(float));
  bench_clear(d->out, d->n * (long)WIDTH * sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->t, d->out, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  long bytes = d->n * (long)WIDTH * (long)sizeof(float);
  return bench_hash(bench_hash(0, d->t, bytes), d->out, bytes);
}
