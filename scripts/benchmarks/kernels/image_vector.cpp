/* A blur across, then down, of images in std::vectors that are passed by reference; the one between is filled with zeros
 * when it is made. By hand it is a ring of four rows.
 * expect: fused
 */
#include "bench.h"

#include <vector>

struct image {
  std::vector<float> at;
  int h, w;
};

KERNEL void kernel(const image &in, image &out) {
  int h = in.h, w = in.w;
#ifndef HAND
  std::vector<float> across(h * w);
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++)
      across[y * w + x] = 0.25f * in.at[y * w + x - 1] + 0.5f * in.at[y * w + x] + 0.25f * in.at[y * w + x + 1];
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      out.at[y * w + x] = 0.25f * across[(y - 1) * w + x] + 0.5f * across[y * w + x] + 0.25f * across[(y + 1) * w + x];
#else
  float *ring = (float *)malloc(sizeof(float) * 4 * w);
  const float *__restrict from = in.at.data();
  float *__restrict to = out.at.data();
  for (int y = 0; y < h; y++) {
    float *here = ring + (y & 3) * w;
    for (int x = 1; x < w - 1; x++)
      here[x] = 0.25f * from[y * w + x - 1] + 0.5f * from[y * w + x] + 0.25f * from[y * w + x + 1];
    if (y < 2)
      continue;
    const float *above = ring + ((y + 2) & 3) * w, *middle = ring + ((y + 3) & 3) * w;
    for (int x = 1; x < w - 1; x++)
      to[(y - 1) * w + x] = 0.25f * above[x] + 0.5f * middle[x] + 0.25f * here[x];
  }
  free(ring);
#endif
}

struct data {
  image in, out;
};
void *bench_setup(long bytes) {
  int side = bench_side((int)(bytes / (3 * (long)sizeof(float))));
  auto *d = new data;
  d->in = {std::vector<float>((size_t)side * side), side, side};
  d->out = d->in;
  return d;
}
void bench_fill(void *p) {
  auto *d = (data *)p;
  bench_fill_float(d->in.at.data(), (long)d->in.at.size(), -1, 1, 1);
  bench_clear(d->out.at.data(), (long)(d->out.at.size() * sizeof(float)));
}
void bench_run(void *p) { kernel(((data *)p)->in, ((data *)p)->out); }
uint64_t bench_check(void *p) {
  auto &out = ((data *)p)->out.at;
  return bench_hash(0, out.data(), (long)(out.size() * sizeof(float)));
}
