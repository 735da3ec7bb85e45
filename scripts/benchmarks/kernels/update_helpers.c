/* One step of particles as a chain of small functions that each update an array in place; no restrict.
 * expect: fused
 */
#include "bench.h"

#ifndef HAND
static void add_scaled(double *to, const double *from, double factor, int n) {
  for (int i = 0; i < n; i++)
    to[i] += factor * from[i];
}

static void scale(double *a, double factor, int n) {
  for (int i = 0; i < n; i++)
    a[i] *= factor;
}

static void wrap(double *a, double size, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] > size ? a[i] - size : a[i];
}

KERNEL void kernel(double *place, double *speed, const double *force, int n) {
  add_scaled(speed, force, 0.001, n);
  scale(speed, 0.99, n);
  add_scaled(place, speed, 0.001, n);
  wrap(place, 1, n);
}
#else
KERNEL void kernel(double *restrict place, double *restrict speed, const double *restrict force, int n) {
  for (int i = 0; i < n; i++) {
    double faster = speed[i] + 0.001 * force[i];
    double damped = faster * 0.99;
    double moved = place[i] + 0.001 * damped;
    speed[i] = damped;
    place[i] = moved > 1 ? moved - 1 : moved;
  }
}
#endif

enum { ARRAYS = 3, INPUTS = 3, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], n); }
#include "arrays.h"
