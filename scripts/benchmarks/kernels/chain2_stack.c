/* Two element-wise steps through a stack temporary, block by block: the usual shape of audio code.
 * expect: fused
 */
#include "bench.h"

enum { BLOCK = 1024 };

static void process(const float *restrict in, float *restrict out, float gain, float bias) {
#ifndef HAND
  float scaled[BLOCK];
  for (int i = 0; i < BLOCK; i++)
    scaled[i] = in[i] * gain;
  for (int i = 0; i < BLOCK; i++)
    out[i] = scaled[i] + bias;
#else
  for (int i = 0; i < BLOCK; i++) {
    float scaled = in[i] * gain;
    out[i] = scaled + bias;
  }
#endif
}

KERNEL void kernel(const float *restrict in, float *restrict out, long blocks) {
  for (long b = 0; b < blocks; b++)
    process(in + b * BLOCK, out + b * BLOCK, 0.75f, 0.125f);
}

struct data {
  long blocks;
  float *in, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->blocks = bytes / (2 * BLOCK * (long)sizeof(float));
  if (d->blocks == 0)
    d->blocks = 1;
  d->in = bench_array(d->blocks * BLOCK, sizeof(float));
  d->out = bench_array(d->blocks * BLOCK, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->in, d->blocks * BLOCK, -1, 1, 1);
  bench_clear(d->out, d->blocks * BLOCK * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->out, d->blocks);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(0, d->out, d->blocks * BLOCK * (long)sizeof(float));
}
