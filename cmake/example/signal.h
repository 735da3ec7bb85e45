#ifndef SIGNAL_H
#define SIGNAL_H

#ifdef __cplusplus
extern "C" {
#define restrict
#endif

/* Writes n samples: in * gain + offset, but 1 at most. */
void signal_scale(const float *restrict in, float *restrict out, int n, float gain, float offset);

#ifdef __cplusplus
}
#undef restrict
#endif

#endif
