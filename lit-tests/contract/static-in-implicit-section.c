// Whoever names the section that a pragma puts an array into finds the array: it is not folded.
//
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
#include <stdio.h>
enum { H = 60, W = 1500 };
static float in[H * W], out[H * W];
#pragma clang section bss = "kept"
__attribute__((noinline)) void f(const float *restrict in, float *restrict out, int h) {
  static float x[H][W];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * 3;
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
}
#pragma clang section bss = ""
extern const float __start_kept[], __stop_kept[];
int main(void) {
  for (int i = 0; i < H * W; i++) in[i] = i * 7 % 1013;
  f(in, out, H);
  double sum = 0;
  for (const float *p = __start_kept; p != __stop_kept; p++) sum = sum * 0.999999 + *p;
  printf("%a\n", sum);
}
