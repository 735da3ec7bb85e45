/* A time step of points in space, coordinate by coordinate: velocities, then positions. By hand one loop over all
 * coordinates.
 * expect: fused
 */
#include "bench.h"

struct point {
  float x, y, z;
};

struct data {
  long n;
  struct point *force, *velocity, *position;
};

KERNEL void kernel(long n, const struct point *restrict force, struct point *restrict velocity,
                   struct point *restrict position) {
#ifndef HAND
  for (long i = 0; i < n; i++) {
    velocity[i].x += force[i].x * 0.5f;
    velocity[i].y += force[i].y * 0.5f;
    velocity[i].z += force[i].z * 0.5f;
  }
  for (long i = 0; i < n; i++) {
    position[i].x += velocity[i].x * 0.25f;
    position[i].y += velocity[i].y * 0.25f;
    position[i].z += velocity[i].z * 0.25f;
  }
#else
  const float *f = (const float *)force;
  float *v = (float *)velocity, *p = (float *)position;
  for (long m = 0; m < 3 * n; m++) {
    v[m] += f[m] * 0.5f;
    p[m] += v[m] * 0.25f;
  }
#endif
}

void *bench_setup(long bytes) {
  struct data *d = bench_array(1, sizeof *d);
  d->n = bytes / (3 * (long)sizeof(struct point));
  d->force = bench_array(d->n, sizeof(struct point));
  d->velocity = bench_array(d->n, sizeof(struct point));
  d->position = bench_array(d->n, sizeof(struct point));
  return d;
}

void bench_fill(void *data) {
  struct data *d = data;
  bench_fill_float(&d->force->x, 3 * d->n, -1, 1, 1);
  bench_fill_float(&d->velocity->x, 3 * d->n, -1, 1, 2);
  bench_fill_float(&d->position->x, 3 * d->n, -1, 1, 3);
}

void bench_run(void *data) {
  struct data *d = data;
  kernel(d->n, d->force, d->velocity, d->position);
}

uint64_t bench_check(void *data) {
  struct data *d = data;
  uint64_t hash = bench_hash(0, d->velocity, d->n * (long)sizeof(struct point));
  return bench_hash(hash, d->position, d->n * (long)sizeof(struct point));
}
