/* First and second differences of a map's result: loops over n, n - 1 and n - 2 elements, each of which
 * reads one element ahead.
 * expect: fused
 */
#include "bench.h"

KERNEL void kernel(const double *restrict in, double *restrict energy, double *restrict first,
                   double *restrict second, int n) {
#ifndef HAND
  for (int i = 0; i < n; i++)
    energy[i] = in[i] * in[i];
  for (int i = 0; i < n - 1; i++)
    first[i] = energy[i + 1] - energy[i];
  for (int i = 0; i < n - 2; i++)
    second[i] = first[i + 1] - first[i];
#else
  if (n < 2)
    return;
  double here = energy[0] = in[0] * in[0];
  double after = energy[1] = in[1] * in[1];
  double change = first[0] = after - here;
  for (int i = 2; i < n; i++) {
    double next = in[i] * in[i];
    double next_change = next - after;
    energy[i] = next;
    first[i - 1] = next_change;
    second[i - 2] = next_change - change;
    after = next, change = next_change;
  }
#endif
}

enum { ARRAYS = 4, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) { kernel(a[0], a[1], a[2], a[3], n); }
#include "arrays.h"
