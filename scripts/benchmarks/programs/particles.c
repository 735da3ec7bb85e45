/* One step of free particles: velocities, positions, kinetic energy per particle, over three axes.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(double *restrict x, double *restrict v, const double *restrict f,
                   double *restrict energy, double dt, int n) {
  for (int i = 0; i < n; i++)
    v[i] += f[i] * dt;
  for (int i = 0; i < n; i++)
    x[i] += v[i] * dt;
  for (int i = 0; i < n; i++)
    energy[i] = 0.5 * v[i] * v[i];
}

struct data {
  int n;
  double *x, *v, *f, *energy;
};

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = (int)(bytes / (4 * (long)sizeof(double)));
  d->x = bench_array(d->n, sizeof(double));
  d->v = bench_array(d->n, sizeof(double));
  d->f = bench_array(d->n, sizeof(double));
  d->energy = bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_double(d->x, d->n, -1, 1, 1);
  bench_fill_double(d->v, d->n, -1, 1, 2);
  bench_fill_double(d->f, d->n, -1, 1, 3);
  bench_clear(d->energy, (d->n) * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->x, d->v, d->f, d->energy, 1e-6, d->n);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->x, (d->n) * (long)sizeof(double));
  hash = bench_hash(hash, d->v, (d->n) * (long)sizeof(double));
  hash = bench_hash(hash, d->energy, (d->n) * (long)sizeof(double));
  return hash;
}
