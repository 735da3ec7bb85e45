/* Data of kernels that include arrays.h: part of the harness. */
#include "bench.h"

#include <math.h>

struct bench_arrays *bench_arrays_setup(int arrays, int inputs, int n, int element_bytes) {
  struct bench_arrays *d = bench_array(1, sizeof *d);
  *d = (struct bench_arrays){arrays, inputs, n, element_bytes, {0}};
  for (int k = 0; k < arrays; k++)
    d->a[k] = bench_array(n, element_bytes);
  return d;
}

void bench_arrays_fill(struct bench_arrays *d) {
  for (int k = 0; k < d->arrays; k++)
    if (k >= d->inputs)
      bench_clear(d->a[k], (long)d->n * d->element_bytes);
    else if (d->element_bytes == sizeof(float))
      bench_fill_float(d->a[k], d->n, -1, 1, k + 1);
    else
      bench_fill_double(d->a[k], d->n, -1, 1, k + 1);
}

uint64_t bench_arrays_check(struct bench_arrays *d) {
  uint64_t hash = 0;
  for (int k = 0; k < d->arrays; k++)
    hash = bench_hash(hash, d->a[k], (long)d->n * d->element_bytes);
  return hash;
}

int bench_side(int n) { return (int)sqrt(n); }
