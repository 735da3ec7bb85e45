// A search behind loops of which one has two iterations for each of the other. Its counted copy is none of these.
//
// RUN: %run_both --fused --options='no-profit' %s
// RUN: %run_both --fused --options='no-profit;place=late' %s
#include <stdio.h>

#define NOINLINE __attribute__((noinline))

NOINLINE int halves(const float *restrict a, float *restrict t, float *restrict b, int n, float limit) {
  for (int i = 0; i < n; i++) t[i] = a[i] * 2;
  for (int i = 0; i < n / 2; i++) b[i] = t[2 * i] + t[2 * i + 1];
  for (int i = 0; i < n / 2; i++)
    if (b[i] > limit) return i;
  return -1;
}

NOINLINE int doubles(const float *restrict a, float *restrict t, float *restrict b, int n, float limit) {
  for (int i = 0; i < n; i++) t[i] = a[i] * 2;
  for (int i = 0; i < n; i++)
    if (t[i] > limit) return i;
  for (int i = 0; i < 2 * n; i++) b[i] = t[i / 2] + i;
  return -1;
}

int main(void) {
  static float a[600], t[600], b[1200];
  for (int i = 0; i < 600; i++) a[i] = i * 37 % 101;
  for (int n = -1; n < 600; n += n < 9 ? 1 : 59)
    for (float limit = -1; limit < 450; limit += 90) {
      int found = halves(a, t, b, n, limit) * 1000 + doubles(a, t, b, n, limit);
      float sum = 0;
      for (int i = 0; i < 1200; i++) sum = sum * 0.75f + b[i];
      printf("%d %g %d %g\n", n, limit, found, sum);
    }
}
