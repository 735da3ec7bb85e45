/* A clean-up of bytes that changes none of them, and a test whether it has, over pointers that may overlap.
 * expect: fused
 */
#include "bench.h"

KERNEL int kernel(unsigned char *a, const unsigned char *b, int n) {
#ifndef HAND
  for (int i = 0; i < n; i++)
    a[i] = b[i] > 250 ? 250 : b[i];
  for (int i = 0; i < n; i++)
    if (a[i] != b[i])
      return 0;
  return 1;
#else
  if (a < b + n && b < a + n) {
    for (int i = 0; i < n; i++)
      a[i] = b[i] > 250 ? 250 : b[i];
    for (int i = 0; i < n; i++)
      if (a[i] != b[i])
        return 0;
    return 1;
  }
  unsigned char *restrict to = a;
  const unsigned char *restrict from = b;
  unsigned char any = 0;
  for (int i = 0; i < n; i++) {
    to[i] = from[i] > 250 ? 250 : from[i];
    any |= to[i] != from[i];
  }
  return !any;
#endif
}

struct data {
  int n, same;
  unsigned char *a, *b;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / 2);
  d->a = bench_array(d->n, 1);
  d->b = bench_array(d->n, 1);
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  for (int i = 0; i < d->n; i++)
    d->b[i] = (unsigned char)(i % 241);
}

void bench_run(void *data) {
  struct data *d = data;
  d->same = kernel(d->a, d->b, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(bench_hash(0, d->a, d->n), &d->same, sizeof d->same);
}
