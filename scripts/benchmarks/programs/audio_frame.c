/* One audio buffer through gain, offset removal, soft clip and a peak meter, each its own function that
 * works in place.
 * expect: free
 */
#include "bench.h"

static void gain(float *a, int n, float g) {
  for (int i = 0; i < n; i++)
    a[i] *= g;
}

static void remove_offset(float *a, int n, float offset) {
  for (int i = 0; i < n; i++)
    a[i] -= offset;
}

static void soft_clip(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] / (1.0f + (a[i] < 0 ? -a[i] : a[i]));
}

static int count_loud(const float *a, int n, float limit) {
  int loud = 0;
  for (int i = 0; i < n; i++)
    loud += a[i] > limit;
  return loud;
}

KERNEL int kernel(float *a, int n) {
  gain(a, n, 0.9f);
  remove_offset(a, n, 0.01f);
  soft_clip(a, n);
  return count_loud(a, n, 0.3f);
}

struct data {
  int n, loud;
  float *a;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (long)sizeof(float));
  d->a = bench_array(d->n, sizeof(float));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(d->a, d->n, -1, 1, 1);
}

void bench_run(void *data) {
  struct data *d = data;
  d->loud = kernel(d->a, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->a, (d->n) * (long)sizeof(float));
  hash = bench_hash(hash, &d->loud, sizeof d->loud);
  return hash;
}
