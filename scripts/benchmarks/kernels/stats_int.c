/* Statistics of an int array by one small function each, which inline into four loops: sum, sum of
 * squares, minimum, maximum.
 * expect: fused
 */
#include "bench.h"

#ifndef HAND
static long sum(const int *a, int n) {
  long s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

static long sum_of_squares(const int *a, int n) {
  long s = 0;
  for (int i = 0; i < n; i++)
    s += (long)a[i] * a[i];
  return s;
}

static int minimum(const int *a, int n) {
  int m = INT32_MAX;
  for (int i = 0; i < n; i++)
    m = a[i] < m ? a[i] : m;
  return m;
}

static int maximum(const int *a, int n) {
  int m = INT32_MIN;
  for (int i = 0; i < n; i++)
    m = a[i] > m ? a[i] : m;
  return m;
}
#endif

struct statistics {
  long sum, squares, min, max;
};

KERNEL struct statistics kernel(const int *a, int n) {
#ifndef HAND
  struct statistics s;
  s.sum = sum(a, n);
  s.squares = sum_of_squares(a, n);
  s.min = minimum(a, n);
  s.max = maximum(a, n);
  return s;
#else
  long sum = 0, squares = 0;
  int min = INT32_MAX, max = INT32_MIN;
  for (int i = 0; i < n; i++) {
    sum += a[i];
    squares += (long)a[i] * a[i];
    min = a[i] < min ? a[i] : min;
    max = a[i] > max ? a[i] : max;
  }
  return (struct statistics){sum, squares, min, max};
#endif
}

struct data {
  int n;
  int *a;
  struct statistics s;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (long)sizeof *d->a);
  d->a = bench_array(d->n, sizeof *d->a);
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_int(d->a, d->n, -30000, 30000, 1);
}

void bench_run(void *data) {
  struct data *d = data;
  d->s = kernel(d->a, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  return bench_hash(0, &d->s, sizeof d->s);
}
