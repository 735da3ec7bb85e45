// Not fused. A count whose product wraps around before it is multiplied by four, which does not: 2^30 * 4 is 0 pixels, and four
// times that 0 values. But a row has 2^32 values, and the number that was computed for its length said that it does not
// overflow. What compared it with zero compared `w` then, and the loop over a row of no values ran on.
//
// RUN: %run_both --not-fused %s -O2
// RUN: %run_both --not-fused '--options=place=early' %s -O1
// RUN: %run_both --not-fused '--options=place=early' %s -O3

#include <stdio.h>

__attribute__((noinline)) int add(const unsigned char *restrict in, unsigned char *restrict t,
                                  unsigned char *restrict out, int w, int h, int m) {
  int pixels = (int)((unsigned)w * (unsigned)h);
  for (int i = 0; i < pixels * 4; i++) t[i] = in[i] + 1;
  for (int y = 0; y < h; y++)
    for (int x = m - 1; x >= 0; x--) out[(long)y * w * 4 + x] = t[(long)y * w * 4 + x] + 3;
  return pixels;
}

static unsigned char in[4096], t[4096], out[4096];

int main(void) {
  int pixels = add(in, t, out, 8, 16, 32);
  printf("%d %d %d\n", t[511], out[511], pixels);
  pixels = add(in, t, out, 1 << 30, 4, 0);
  printf("%d %d %d\n", t[0], out[0], pixels);
}
