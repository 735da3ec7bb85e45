/* An unsharp mask through two allocated planes of Fortran: fortran_unsharp.f90.
 * expect: fused
 */
#include "bench.h"

void kernel(const float *in, float *out, int n, int m);

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 2 };
typedef float element;
static void call(void **a, int n) {
  int side = bench_side(n);
  kernel(a[0], a[1], side, side);
}
#include "arrays.h"
