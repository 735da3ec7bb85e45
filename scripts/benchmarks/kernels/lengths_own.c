/* Vectors that know their own length, each loop running over the one it writes. The lengths are equal, but
 * the compiler cannot know; nor that the vectors do not overlap.
 * expect: fused
 */
#include "bench.h"

struct vector {
  double *at;
  long length;
};

#ifndef HAND
static void square(struct vector to, struct vector from) {
  for (long i = 0; i < to.length; i++)
    to.at[i] = from.at[i] * from.at[i];
}

static void add(struct vector to, struct vector one, struct vector other) {
  for (long i = 0; i < to.length; i++)
    to.at[i] = one.at[i] + other.at[i];
}
#endif

KERNEL void kernel(struct vector in, struct vector squares, struct vector sums) {
#ifndef HAND
  square(squares, in);
  add(sums, in, squares);
#else
  const double *restrict x = in.at;
  double *restrict y = squares.at, *restrict z = sums.at;
  long both = squares.length < sums.length ? squares.length : sums.length;
  for (long i = 0; i < both; i++) {
    y[i] = x[i] * x[i];
    z[i] = x[i] + y[i];
  }
  for (long i = both; i < squares.length; i++)
    y[i] = x[i] * x[i];
  for (long i = both; i < sums.length; i++)
    z[i] = x[i] + y[i];
#endif
}

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) {
  kernel((struct vector){a[0], n}, (struct vector){a[1], n}, (struct vector){a[2], n});
}
#include "arrays.h"
