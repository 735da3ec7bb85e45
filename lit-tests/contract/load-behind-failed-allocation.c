// A load behind a test for NULL, of memory that is gone where so much is asked for that it cannot be had: the
// allocation stays in front of it.
//
// RUN: %run_both %s
// RUN: %run_both %s -O3
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) void release(long *p) { free(p); }
__attribute__((noinline)) int chain(const double *in, double *out, long n, size_t bytes, int gone, long p[static 1]) {
  if (gone) release(p);
  double *t = malloc(bytes);
  if (!t) return -2;
  long e = *p;
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + e;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  free(t);
  return e;
}
#pragma clang optimize off
static double all[300];
int main(void) {
  long *p = malloc(1 << 26);
  *p = 5;
  printf("%d\n", chain(all, all + 3, 100, 800, 0, p));
  printf("%d\n", chain(all, all + 3, 100, (size_t)1 << 62, 1, p));
}
