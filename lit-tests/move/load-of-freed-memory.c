// p[7] is loaded where the second loop runs. LLVM says that the memory is there, since malloc allocated it; that it was
// given back in between is another question. So the load does not move in front of the guards.
//
// RUN: %run_both %s
// RUN: %run_both %s -O3
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) void fill(signed char *p) { p[7] = 5; }
__attribute__((noinline)) void f(int gone, long n, long k, double *restrict a, double *restrict b,
                                 const double *restrict in) {
  signed char *p = malloc(1 << 26);
  if (!p) return;
  fill(p);
  if (gone) free(p);
  for (long i = 0; i < n; i++) a[i] = in[i] * 2;
  for (long i = 0; i < k; i++) b[i] = a[i] + p[7];
  if (!gone) free(p);
}
#pragma clang optimize off
int main(void) {
  static double a[100], b[100], in[100];
  for (int i = 0; i < 100; i++) in[i] = i;
  f(0, 100, 100, a, b, in);
  printf("%g\n", b[50]);
  f(1, 0, 0, a, b, in);
  printf("%g\n", b[50]);
}
