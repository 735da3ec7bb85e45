// An int product that does not overflow says how large its factors are, but only where the access is made. The planes
// behind it, whose unsigned product wraps around to 0, are not apart.
//
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
#include <stdio.h>
#include <stdlib.h>
#define FUNCTION __attribute__((noinline)) void

FUNCTION line(unsigned *b, const unsigned *restrict in, const char *restrict c, unsigned *restrict out, int h, int w) {
  if (h < 2 || w < 2) return;
  for (int x = 0; x < w; x++) {
    if (c[x]) b[h * (w + 1) + x] = 5;
    b[(size_t)((unsigned)h * (unsigned)w) + x] = in[x];
  }
  for (int x = 0; x < w; x++) out[x] = b[x + 1] + in[x];
}

FUNCTION rows(const unsigned *restrict in, const char *restrict c, unsigned *restrict out, int n, int h, int w) {
  if (h < 64 || w < 64) return;
  size_t plane = (unsigned)h * (unsigned)w;
  unsigned *b = malloc(((size_t)n * 32 + 64) * sizeof *b);
  for (int y = 0; y < n; y++)
    for (int x = 0; x < 32; x++) b[y * 32 + x] = in[y + x];
  for (int y = 0; y < n; y++)
    for (int x = 0; x < 32; x++) {
      if (c[x]) b[h * (w + 1) + x] = 5;
      b[plane + y * 32 + x] = in[y + x] * 7;
    }
  for (int y = 0; y < n; y++)
    for (int x = 0; x < 32; x++) out[y * 32 + x] = b[y * 32 + x] + in[y];
  free(b);
}

static unsigned b[70000], in[70000], out[70000];
static char never[70000];
static void show(void) {
  unsigned sum = 0;
  for (int i = 0; i < 70000; i++) sum = sum * 31 + out[i];
  printf("%u\n", sum);
}
int main(void) {
  for (int i = 0; i < 70000; i++) in[i] = i * 3, b[i] = i % 7;
  line(b, in, never, out, 65536, 65536), show();
  rows(in, never, out, 40, 65536, 65536), show();
  rows(in, never, out, 2000, 65536, 65536), show();
}
