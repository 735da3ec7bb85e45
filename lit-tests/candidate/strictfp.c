// Operations that may raise exceptions, or round otherwise, have an order: these loops are not fused.
//
// RUN: %run_both --not-fused %s -frounding-math -ffp-exception-behavior=strict -lm
// RUN: %run_both --not-fused %s -O3 -frounding-math -ffp-exception-behavior=strict -lm
#include <fenv.h>
#include <stdio.h>
#pragma STDC FENV_ACCESS ON
static double a[1000], b[1000], c[1000], d[1000];
__attribute__((noinline)) int f(int n) {
  fesetround(FE_UPWARD);
  for (int i = 0; i < n; i++) b[i] = a[i] / 3;
  fesetround(FE_DOWNWARD);
  for (int i = 0; i < n; i++) c[i] = a[i] / 3;
  fesetround(FE_TONEAREST);
  feclearexcept(FE_ALL_EXCEPT);
  for (int i = 0; i < n; i++) d[i] = a[i] + b[i];
  int e = fetestexcept(FE_INEXACT);
  for (int i = 0; i < n; i++) b[i] = a[i] - b[i];
  return e;
}
__attribute__((noinline)) void g(int n) {
  for (int i = 0; i < n; i++) b[i] = a[i] / 3;
  for (int i = 0; i < n; i++) c[i] = a[i] / 3 + b[i];
}
int main(void) {
  for (int i = 0; i < 1000; i++) a[i] = i * 37 % 101;
  int e = f(1000);
  double s = e;
  for (int i = 0; i < 1000; i++) s = s * 0.9999 + b[i] - 2 * c[i] + d[i];
  g(1000);
  for (int i = 0; i < 1000; i++) s = s * 0.9999 + b[i] - 2 * c[i] + d[i];
  printf("%a\n", s);
}
