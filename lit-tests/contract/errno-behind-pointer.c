// malloc fails and sets errno, which the function reads by a pointer that it is given: the allocation stays in front.
//
// RUN: %run_both %s
// RUN: %run_both %s -O3
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

// `error` is where errno is: the caller said so.
__attribute__((noinline)) int chain(const double *in, double *out, long n, size_t bytes, int error[static 1]) {
  double *t = malloc(bytes);
  int e = *error;
  if (!t) return e;
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  free(t);
  return e;
}
#pragma clang optimize off
static double all[300];
int main(void) {
  errno = 0;
  int a = chain(all, all + 150, 100, 800, &errno);
  errno = 0;
  int b = chain(all, all + 3, 100, (size_t)1 << 62, &errno);
  printf("%d %d\n", a, b == ENOMEM);
}
