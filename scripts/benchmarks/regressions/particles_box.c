/* A step of particles in a box: forces, velocities, positions, and walls that reflect.
 * expect: free
 */
#include "bench.h"

KERNEL void kernel(double *x, double *v, double *f, int n, double dt) {
  for (int i = 0; i < n; i++)
    f[i] = -x[i] - 0.1 * v[i];
  for (int i = 0; i < n; i++)
    v[i] += f[i] * dt;
  for (int i = 0; i < n; i++)
    x[i] += v[i] * dt;
  for (int i = 0; i < n; i++) {
    if (x[i] > 1.0) {
      x[i] = 2.0 - x[i];
      v[i] = -v[i];
    }
    if (x[i] < -1.0) {
      x[i] = -2.0 - x[i];
      v[i] = -v[i];
    }
  }
}

enum { ARRAYS = 3, INPUTS = 2, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], n, 0.001); }
#include "arrays.h"
