// A pointer that comes from an array by more steps than alias analysis follows is one into that array.
//
// RUN: %run_both %s
// RUN: %run_both %s -O3
// RUN: %run_both --options=no-profit %s

#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) void f(const float *in, float *restrict out, long n, const long *restrict o) {
  float *t = malloc(4*n);
  float *q = t;
  q += o[0]; q += o[1]; q += o[2]; q += o[3]; q += o[4]; q += o[5];
  q += o[6]; q += o[7]; q += o[8]; q += o[9]; q += o[10]; 
  for (long i = 0; i < n; i++) t[i] = in[i] * 2;
  for (long i = 0; i < n - 11; i++) out[i] = q[i] + in[i];
  free(t);
}
int main(void) {
  static float a[1000], b[1000];
  long o[11] = {1,1,1,1,1,1,1,1,1,1,1};
  for (int i = 0; i < 1000; i++) a[i] = i % 97 + 1;
  f(a, b, 1000, o);
  double s = 0;
  for (int i = 0; i < 1000; i++) s = s * 0.999 + b[i];
  printf("%a\n", s);
}
