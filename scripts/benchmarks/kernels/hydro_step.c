/* A step of a hydrodynamics code in one dimension: pressure with conditions, sound speed, viscosity, forces, energy.
 * Arrays come out of a struct, no restrict. By hand: one loop, and two values of the zone before.
 * expect: free (sqrt sets errno, so its loop is not vectorised: fused with the others, as by hand, it would slow them)
 */
#include "bench.h"
#include <math.h>

struct zones {
  int n;
  double *density, *energy, *velocity, *pressure, *sound, *viscosity;
};

KERNEL void kernel(struct zones *z, double dt) {
#ifndef HAND
  for (int i = 0; i < z->n; i++) {
    double p = 0.4 * z->density[i] * z->energy[i];
    if (p < 1e-9)
      p = 1e-9;
    if (z->density[i] > 0.9)
      p *= 1.01;
    z->pressure[i] = p;
  }
  for (int i = 0; i < z->n; i++)
    z->sound[i] = sqrt(1.4 * z->pressure[i] / (z->density[i] + 1e-12));
  for (int i = 0; i < z->n; i++) {
    double du = z->velocity[i + 1] - z->velocity[i];
    z->viscosity[i] = du < 0 ? z->density[i] * du * du + 0.5 * z->density[i] * z->sound[i] * -du : 0;
  }
  for (int i = 0; i < z->n; i++)
    z->energy[i] -= dt * (z->pressure[i] + z->viscosity[i]) * (z->velocity[i + 1] - z->velocity[i]);
#else
  const double *restrict density = z->density, *restrict velocity = z->velocity;
  double *restrict energy = z->energy, *restrict pressure = z->pressure, *restrict sound = z->sound,
         *restrict viscosity = z->viscosity;
  int n = z->n;
  for (int i = 0; i < n; i++) {
    double p = 0.4 * density[i] * energy[i];
    if (p < 1e-9)
      p = 1e-9;
    if (density[i] > 0.9)
      p *= 1.01;
    pressure[i] = p;
    double s = sqrt(1.4 * p / (density[i] + 1e-12));
    sound[i] = s;
    double du = velocity[i + 1] - velocity[i];
    double q = du < 0 ? density[i] * du * du + 0.5 * density[i] * s * -du : 0;
    viscosity[i] = q;
    energy[i] -= dt * (p + q) * du;
  }
#endif
}

enum { ARRAYS = 6, INPUTS = 3, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) {
  struct zones z = {n - 1, a[0], a[1], a[2], a[3], a[4], a[5]};
  kernel(&z, 1e-6);
}
#include "arrays.h"
