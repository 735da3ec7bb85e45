/* Three element-wise steps over static arrays of constant size.
 * expect: fused
 * constant-size
 */
#include "bench.h"

enum { N = BENCH_BYTES / (4 * sizeof(double)) };

static double in[N];
#ifndef HAND
static double shifted[N], scaled[N];
#endif
double out[N];

KERNEL void kernel(double offset, double gain) {
#ifndef HAND
  for (int i = 0; i < N; i++)
    shifted[i] = in[i] - offset;
  for (int i = 0; i < N; i++)
    scaled[i] = shifted[i] * gain;
  for (int i = 0; i < N; i++)
    out[i] = scaled[i] < 0 ? -scaled[i] : scaled[i];
#else
  for (int i = 0; i < N; i++) {
    double shifted = in[i] - offset;
    double scaled = shifted * gain;
    out[i] = scaled < 0 ? -scaled : scaled;
  }
#endif
}

void *bench_setup(long bytes) { return bench_array(1, bytes > 0); }

void bench_fill(void *data) {
  bench_fill_double(in, N, -1, 1, 1);
  bench_clear(out, sizeof out);
  (void)data;
}

void bench_run(void *data) {
  kernel(0.25, 1.5);
  (void)data;
}

uint64_t bench_check(void *data) {
  (void)data;
  return bench_hash(0, out, sizeof out);
}
