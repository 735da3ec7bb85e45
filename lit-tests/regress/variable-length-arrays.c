// The second variable-length array must not be allocated before the first one is given back.
// RUN: %run_both --fused --options=no-profit %s

#include <stdio.h>
__attribute__((noinline)) int f(int n, int *restrict c, int *restrict d) {
  {
    int a[n];
    for (int i = 0; i < n; i++) a[i] = d[i] * 3;
    for (int i = 0; i < n; i++) c[i] += a[n-1-i];
  }
  volatile int k = 0; 
  return 0;
}
__attribute__((noinline)) void use(int *p, int n) { int big[512]; for (int i = 0; i < 512; i++) ((volatile int*)big)[i] = 77; for (int i = 0; i < n; i++) p[i] += 1; }
__attribute__((noinline)) int g(int n, int *restrict c, int *restrict d) {
  int b_n = n;
  {
    int a[n];
    a[0] = 5; use(a, n);
    for (int i = 0; i < n; i++) c[i] += a[i];
  }
  int b[n];
  for (int i = 0; i < n; i++) d[i] += i;
  b[0] = 1; b[n-1] = 2;
  use(b, n);
  return b[0] + b[n-1];
}
int main() { int c[100] = {0}, d[100] = {0}; printf("%d\n", g(100, c, d)); }
