/* Statistics in C++ by functions that return vectors: deviations, their squares with weights, clipped. Between their
 * loops lie allocations that may throw. By hand: one loop.
 * expect: fused
 */
#include "bench.h"

#include <algorithm>
#include <vector>

typedef std::vector<double> series;

#ifndef HAND
static series deviations(const series &x, double mean) {
  series d(x.size());
  for (size_t i = 0; i < x.size(); i++)
    d[i] = x[i] - mean;
  return d;
}

static series weighted(const series &d, const series &w) {
  series s(d.size());
  for (size_t i = 0; i < d.size(); i++)
    s[i] = d[i] * d[i] * w[i];
  return s;
}

static series clipped(const series &s, double most) {
  series c(s.size());
  for (size_t i = 0; i < s.size(); i++)
    c[i] = std::min(s[i], most);
  return c;
}

KERNEL static series kernel(const series &x, const series &w, double mean) {
  return clipped(weighted(deviations(x, mean), w), 0.2);
}
#else
KERNEL static series kernel(const series &x, const series &w, double mean) {
  series c(x.size());
  for (size_t i = 0; i < x.size(); i++) {
    double d = x[i] - mean;
    c[i] = std::min(d * d * w[i], 0.2);
  }
  return c;
}
#endif

struct data {
  series *x, *w, *r;
  long n;
};

void *bench_setup(long bytes) {
  struct data *d = (struct data *)bench_array(1, sizeof *d);
  d->n = bytes / (5 * (long)sizeof(double));
  d->x = new series(d->n), d->w = new series(d->n), d->r = new series();
  return d;
}

void bench_fill(void *data) {
  struct data *d = (struct data *)data;
  bench_fill_double(d->x->data(), d->n, 0, 1, 1);
  bench_fill_double(d->w->data(), d->n, 0, 1, 2);
}

void bench_run(void *data) {
  struct data *d = (struct data *)data;
  *d->r = kernel(*d->x, *d->w, 0.5);
}

uint64_t bench_check(void *data) {
  struct data *d = (struct data *)data;
  return bench_hash(0, d->r->data(), d->n * (long)sizeof(double));
}
