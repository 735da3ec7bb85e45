// A write gives memory a new type: a read behind it must not be taken for one that cannot meet it.
//
// RUN: %run_both %s
// RUN: %run_both %s -O3
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__attribute__((noinline)) double retype(void *m, const double *restrict in, double *restrict out, long n, long d) {
  double *f = m; long *p = (long *)m + d; double s = 0;
  for (long i = 0; i < n; i++) f[i] = in[i];
  for (long i = 0; i < n; i++) out[i] = f[i] * 2;
  for (long i = 0; i < n; i++) p[i] = i * 3;
  for (long i = 0; i < n; i++) s += (double)p[i] * (i & 3);
  return s;
}
__attribute__((noinline)) void retype2(double *f, long *p, double *restrict out, long n) {
  for (long i = 0; i < n; i++) out[i] = f[i] * 2;
  for (long i = 0; i < n; i++) p[i] = i * 3;
}
__attribute__((noinline)) void retype3(double *f, long *p, long *restrict out, long n) {
  for (long i = 0; i < n; i++) f[i] = out[i] * 2;
  for (long i = 0; i < n; i++) p[i] = i * 3;
  for (long i = 0; i < n; i++) out[i] = p[i] * 3;
}
int main() {
  static double in[300], out[300]; static long lo[300];
  for (int i = 0; i < 300; i++) in[i] = i * 3 % 7;
  for (long d = 0; d < 5; d++) {
  double *m = malloc(4000);
  double s = retype(m, in, out, 200, d);
  for (int i = 0; i < 300; i++) m[i] = i;
  retype2(m + d, (long *)m + 2, out, 200);
  for (int i = 0; i < 300; i++) s = s * .99 + out[i];
  for (int i = 0; i < 400; i++) m[i] = i;
  retype3(m + d, (long *)m + 2, lo, 200);
  for (int i = 0; i < 300; i++) s = s * .99 + lo[i];
  for (int i = 2; i < 202; i++) s = s * .99 + ((long*)m)[i];
  printf("%a\n", s);
  free(m);
  }
}
