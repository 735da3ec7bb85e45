/* Bytes widened, toned and narrowed again through a malloc'ed plane of 16-bit values.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const unsigned char *restrict in, unsigned char *restrict out, int n, int gain) {
#ifndef HAND
  short *wide = malloc(n * sizeof *wide);
  for (int i = 0; i < n; i++)
    wide[i] = (short)((in[i] * gain) >> 6);
  for (int i = 0; i < n; i++)
    out[i] = wide[i] > 255 ? 255 : (unsigned char)wide[i];
  free(wide);
#else
  for (int i = 0; i < n; i++) {
    short wide = (short)((in[i] * gain) >> 6);
    out[i] = wide > 255 ? 255 : (unsigned char)wide;
  }
#endif
}

struct data {
  int n;
  unsigned char *in, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / 4);
  d->in = bench_array(d->n, 1);
  d->out = bench_array(d->n, 1);
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_byte(d->in, d->n, 1);
  bench_clear(d->out, d->n);
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->out, d->n, 90);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(0, d->out, d->n);
}
