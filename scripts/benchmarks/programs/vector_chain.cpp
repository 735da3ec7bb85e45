/* std::vector in C++: functions that take a vector and return a new one, one after the other.
 * expect: free
 */
#include "bench.h"

#include <vector>

using values = std::vector<float>;

static values scaled(const values &a, float x) {
  values result(a.size());
  for (std::size_t i = 0; i < a.size(); i++)
    result[i] = a[i] * x;
  return result;
}

static values offset(const values &a, float x) {
  values result(a.size());
  for (std::size_t i = 0; i < a.size(); i++)
    result[i] = a[i] + x;
  return result;
}

static values squared(const values &a) {
  values result(a.size());
  for (std::size_t i = 0; i < a.size(); i++)
    result[i] = a[i] * a[i];
  return result;
}

KERNEL static void kernel(const values &in, float *__restrict out) {
  values result = squared(offset(scaled(in, 2.0f), 1.0f));
  for (std::size_t i = 0; i < result.size(); i++)
    out[i] = result[i];
}

struct data {
  values *in;
  long n;
  float *out;
};

void *bench_setup(long bytes) {
  struct data *d = (struct data *)bench_array(1, sizeof *d);
  d->n = bytes / (5 * (long)sizeof(float));
  d->in = new values(d->n);
  d->out = (float *)bench_array(d->n, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = (struct data *)data;
  bench_fill_float(d->in->data(), d->n, -1, 1, 1);
  bench_clear(d->out, (d->n) * (long)sizeof(float));
}

void bench_run(void *data) {
  struct data *d = (struct data *)data;
  kernel(*d->in, d->out);
}

uint64_t bench_check(void *data) {
  struct data *d = (struct data *)data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->out, (d->n) * (long)sizeof(float));
  return hash;
}
