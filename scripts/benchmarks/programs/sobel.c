/* Edges of a grey image: differences along x and along y into malloc'ed planes by two functions, then
 * magnitude and threshold.
 * expect: free
 */
#include "bench.h"

static void along_x(const unsigned char *in, short *restrict out, int w, int h) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      out[y * w + x] = (short)(in[y * w + x + 1] - in[y * w + x - 1]);
}

static void along_y(const unsigned char *in, short *restrict out, int w, int h) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      out[y * w + x] = (short)(in[(y + 1) * w + x] - in[(y - 1) * w + x]);
}

KERNEL void kernel(const unsigned char *restrict in, unsigned char *restrict out, int w, int h) {
  short *dx = malloc((size_t)w * h * sizeof *dx), *dy = malloc((size_t)w * h * sizeof *dy);
  along_x(in, dx, w, h);
  along_y(in, dy, w, h);
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      int square = dx[y * w + x] * dx[y * w + x] + dy[y * w + x] * dy[y * w + x];
      out[y * w + x] = square > 4096 ? 255 : 0;
    }
  free(dx);
  free(dy);
}

struct data {
  int w, h;
  unsigned char *in, *out;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->w = 128;
  d->h = (int)(bytes / 6 / d->w);
  d->in = bench_array((long)d->w * d->h, sizeof(unsigned char));
  d->out = bench_array((long)d->w * d->h, sizeof(unsigned char));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_byte(d->in, (long)d->w * d->h, 1);
  bench_clear(d->out, ((long)d->w * d->h) * (long)sizeof(unsigned char));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->in, d->out, d->w, d->h);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->out, ((long)d->w * d->h) * (long)sizeof(unsigned char));
  return hash;
}
