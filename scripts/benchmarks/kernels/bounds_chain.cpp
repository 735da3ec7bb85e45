/* Three element-wise steps over slices whose operator checks each index, as Rust's indices or at() do.
 * expect: fused
 */
#include "bench.h"

#include <stddef.h>

[[noreturn]] __attribute__((noinline, cold)) static void fail(size_t, size_t) { abort(); }

struct slice {
  double *at;
  size_t length;
  double &operator[](size_t i) const {
    if (i >= length)
      fail(i, length);
    return at[i];
  }
};

KERNEL void kernel(slice a, slice t, slice u, slice out, size_t n) {
#ifndef HAND
  for (size_t i = 0; i < n; i++)
    t[i] = a[i] * 2.0 + 1.0;
  for (size_t i = 0; i < n; i++)
    u[i] = t[i] - a[i];
  for (size_t i = 0; i < n; i++)
    out[i] = u[i] * t[i];
#else
  if (n > a.length)
    fail(n, a.length);
  if (n > t.length)
    fail(n, t.length);
  if (n > u.length)
    fail(n, u.length);
  if (n > out.length)
    fail(n, out.length);
  const double *__restrict from = a.at;
  double *__restrict to_t = t.at, *__restrict to_u = u.at, *__restrict to = out.at;
  for (size_t i = 0; i < n; i++) {
    double t1 = from[i] * 2.0 + 1.0;
    double u1 = t1 - from[i];
    to_t[i] = t1;
    to_u[i] = u1;
    to[i] = u1 * t1;
  }
#endif
}

enum { ARRAYS = 4, INPUTS = 1, TEMPORARIES = 0 };
typedef double element;
static void call(void **a, int n) {
  size_t length = n;
  kernel({(double *)a[0], length}, {(double *)a[1], length}, {(double *)a[2], length}, {(double *)a[3], length}, length);
}
#include "arrays.h"
