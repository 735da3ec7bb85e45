/* Three checksums of one buffer of words, each its own function: sum, exclusive or, weighted sum.
 * expect: free
 */
#include "bench.h"

static unsigned sum(const int *a, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += (unsigned)a[i];
  return s;
}

static unsigned parity(const int *a, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s ^= (unsigned)a[i];
  return s;
}

static unsigned weighted(const int *a, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s += (unsigned)a[i] * (unsigned)i;
  return s;
}

KERNEL unsigned kernel(const int *a, int n) { return sum(a, n) ^ parity(a, n) ^ weighted(a, n); }

struct data {
  int n, *a;
  unsigned check;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (long)sizeof(int));
  d->a = bench_array(d->n, sizeof(int));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_int(d->a, d->n, 0, 1000000, 1);
}

void bench_run(void *data) {
  struct data *d = data;
  d->check = kernel(d->a, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = 0;
  hash = bench_hash(hash, &d->check, sizeof d->check);
  return hash;
}
