/* One Jacobi step and the copy back, through a static array that nothing else reads. By hand a value is kept.
 * expect: fused
 * constant-size
 */
#include "bench.h"

enum { N = BENCH_BYTES / (2 * sizeof(double)) };

double a[N];
#ifndef HAND
static double b[N];
#endif

KERNEL void kernel(void) {
#ifndef HAND
  for (int i = 1; i < N - 1; i++)
    b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
  for (int i = 1; i < N - 1; i++)
    a[i] = b[i];
#else
  double before = a[0], here = a[1];
  for (int i = 1; i < N - 1; i++) {
    double after = a[i + 1];
    a[i] = 0.25 * before + 0.5 * here + 0.25 * after;
    before = here;
    here = after;
  }
#endif
}

void *bench_setup(long bytes) { return bench_array(1, bytes > 0); }

void bench_fill(void *data) {
  bench_fill_double(a, N, -1, 1, 1);
  (void)data;
}

void bench_run(void *data) {
  kernel();
  (void)data;
}

uint64_t bench_check(void *data) {
  (void)data;
  return bench_hash(0, a, sizeof a);
}
