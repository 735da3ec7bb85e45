/* A step of a hydrodynamics code in two dimensions: sweeps over arrays with halos, in Fortran: fortran_sweeps.f90.
 * expect: fused
 */
#include "bench.h"

void sweeps_(double *density, double *energy, double *pressure, double *sound, double *xvel, double *yvel, double *density1,
             double *energy1, const int *nx, const int *ny, const double *dt);

enum { ARRAYS = 8, INPUTS = 6, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) {
  int side = bench_side(n) - 4;
  double dt = 1e-4;
  if (side > 0)
    sweeps_(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], &side, &side, &dt);
}
#include "arrays.h"
