/* Two steps with a whole condition between them that concerns neither: a meter that the caller may want.
 * expect: fused
 */
#include "bench.h"

struct meter {
  int blocks;
  float gain;
};

KERNEL void kernel(const float *restrict in, float *restrict scaled, float *restrict out, int n, float gain,
                   struct meter *meter) {
#ifndef HAND
  for (int i = 0; i < n; i++)
    scaled[i] = in[i] * gain;
  if (meter) {
    meter->blocks++;
    meter->gain = gain;
  }
  for (int i = 0; i < n; i++)
    out[i] = scaled[i] > 0.5f ? 0.5f : scaled[i];
#else
  if (meter) {
    meter->blocks++;
    meter->gain = gain;
  }
  for (int i = 0; i < n; i++) {
    scaled[i] = in[i] * gain;
    out[i] = scaled[i] > 0.5f ? 0.5f : scaled[i];
  }
#endif
}

enum { ARRAYS = 3, INPUTS = 1, TEMPORARIES = 0 };
typedef float element;
static void call(void **a, int n) {
  static struct meter meter;
  kernel(a[0], a[1], a[2], n, 0.75f, &meter);
}
#include "arrays.h"
