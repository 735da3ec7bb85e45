/* Harris's corner response through eight static planes with constant bounds: see harris_steps.h.
 * expect: fused
 * constant-size
 */
#include "bench.h"

enum { m = BENCH_BYTES < 1 << 16 ? 12 : BENCH_BYTES < 1 << 20 ? 100 : 1003, n = BENCH_BYTES / (10 * m * sizeof(float)) };

static float in[n][m];
float out[n][m];
#ifndef HAND
static float x[n][m], y[n][m], xx[n][m], xy[n][m], yy[n][m], sxx[n][m], sxy[n][m], syy[n][m];
#endif

KERNEL void kernel(void) {
#ifdef HAND
  float xx[4][m], xy[4][m], yy[4][m];
#endif
#include "harris_steps.h"
}

void *bench_setup(long bytes) { return bench_array(1, bytes > 0); }

void bench_fill(void *data) {
  bench_fill_float(&in[0][0], (long)n * m, -1, 1, 1);
  bench_clear(out, sizeof out);
  (void)data;
}

void bench_run(void *data) {
  kernel();
  (void)data;
}

uint64_t bench_check(void *data) {
  (void)data;
  return bench_hash(0, out, sizeof out);
}
