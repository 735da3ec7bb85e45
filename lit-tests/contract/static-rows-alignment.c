// An array may be aligned to large pages; its rows on the stack are not.
//
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
#include <stdio.h>
enum { H = 400, W = 1500 };
__attribute__((noinline)) int small(const float *restrict in, float *restrict out, int h) {
  static _Alignas(1 << 23) float x[H][W];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * 3;
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
  return 0;
}
static float in[H * W], out[H * W];
int main(void) {
  for (int i = 0; i < H * W; i++) in[i] = i * 7 % 1013;
  small(in, out, H);
  double sum = 0;
  for (int i = 0; i < H * W; i++) sum = sum * 0.999999 + out[i];
  printf("%a\n", sum);
}
