/* Three array statements of Fortran through two allocated arrays: fortran_statements.f90.
 * expect: fused
 */
#include "bench.h"

void kernel(const double *in, double *out, int n);

enum { ARRAYS = 2, INPUTS = 1, TEMPORARIES = 2 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], n); }
#include "arrays.h"
