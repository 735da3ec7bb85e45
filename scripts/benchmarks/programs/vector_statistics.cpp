/* std::vector and the standard algorithms in C++: sum, largest, smallest and a count by one algorithm
 * each.
 * expect: free
 */
#include "bench.h"

#include <algorithm>
#include <numeric>
#include <vector>

struct result {
  long sum, low, high, positive;
};

KERNEL static result kernel(const std::vector<int> &a) {
  result r;
  r.sum = std::accumulate(a.begin(), a.end(), 0L);
  r.low = std::accumulate(a.begin(), a.end(), a[0], [](int x, int y) { return std::min(x, y); });
  r.high = std::accumulate(a.begin(), a.end(), a[0], [](int x, int y) { return std::max(x, y); });
  r.positive = std::count_if(a.begin(), a.end(), [](int x) { return x > 0; });
  return r;
}

struct data {
  std::vector<int> *a;
  long n;
  result r;
};

void *bench_setup(long bytes) {
  struct data *d = (struct data *)bench_array(1, sizeof *d);
  d->n = bytes / (long)sizeof(int);
  d->a = new std::vector<int>(d->n);
  return d;
}

void bench_fill(void *data) {
  struct data *d = (struct data *)data;
  bench_fill_int(d->a->data(), d->n, -1000, 1000, 1);
}

void bench_run(void *data) {
  struct data *d = (struct data *)data;
  d->r = kernel(*d->a);
}

uint64_t bench_check(void *data) {
  struct data *d = (struct data *)data;
  uint64_t hash = 0;
  hash = bench_hash(hash, &d->r, sizeof d->r);
  return hash;
}
