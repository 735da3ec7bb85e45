#include "signal.h"

/* Three passes over the samples, as one writes them; fused, the samples are read once. */
void signal_scale(const float *restrict in, float *restrict out, int n, float gain, float offset) {
  for (int i = 0; i < n; i++) out[i] = in[i] * gain;
  for (int i = 0; i < n; i++) out[i] += offset;
  for (int i = 0; i < n; i++) out[i] = out[i] > 1 ? 1 : out[i];
}
