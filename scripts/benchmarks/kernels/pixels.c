/* Three steps over pixels of three bytes, by a loop over channels: brighten, limit, difference. No restrict. By hand one loop
 * over all bytes.
 * expect: fused
 */
#include "bench.h"

struct data {
  int n;
  unsigned char *in, *bright, *limited, *out;
};

KERNEL void kernel(int n, const unsigned char *in, unsigned char *bright, unsigned char *limited, unsigned char *out) {
#ifndef HAND
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 3; c++)
      bright[i * 3 + c] = in[i * 3 + c] * 2 + 1;
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 3; c++)
      limited[i * 3 + c] = bright[i * 3 + c] > 200 ? 200 : bright[i * 3 + c];
  for (int i = 0; i < n; i++)
    for (int c = 0; c < 3; c++)
      out[i * 3 + c] = limited[i * 3 + c] - in[i * 3 + c];
#else
  for (int m = 0; m < n * 3; m++) {
    unsigned char b = in[m] * 2 + 1, l = b > 200 ? 200 : b;
    bright[m] = b;
    limited[m] = l;
    out[m] = l - in[m];
  }
#endif
}

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / 12);
  d->in = bench_array(d->n, 3);
  d->bright = bench_array(d->n, 3);
  d->limited = bench_array(d->n, 3);
  d->out = bench_array(d->n, 3);
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_byte(d->in, 3L * d->n, 1);
  bench_clear(d->bright, 3L * d->n);
  bench_clear(d->limited, 3L * d->n);
  bench_clear(d->out, 3L * d->n);
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->n, d->in, d->bright, d->limited, d->out);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(bench_hash(bench_hash(0, d->bright, 3L * d->n), d->limited, 3L * d->n), d->out, 3L * d->n);
}
