// Loops whose calls may set errno, and code that reads or writes it, also by a pointer: what shows keeps its order.
//
// RUN: %run_both %s -fmath-errno -lm
// RUN: %run_both %s -O3 -fmath-errno -lm
#include <errno.h>
#include <math.h>
#include <stdio.h>
static double a[200], b[200], c[200];
static int d[200];
__attribute__((noinline)) void one(int n, int *e) {
  for (int i = 0; i < n; i++) b[i] = exp(a[i]);
  for (int i = 0; i < n; i++) d[i] = *e + i;
}
__attribute__((noinline)) void two(int n) {
  int *e = &errno;
  for (int i = 0; i < n; i++) d[i] = *e + i;
  for (int i = 0; i < n; i++) b[i] = exp(a[i]);
}
__attribute__((noinline)) int three(int n) {
  for (int i = 0; i < n; i++) b[i] = exp(a[i]);
  int e = errno;
  errno = 0;
  for (int i = 0; i < n; i++) c[i] = log(a[i]);
  return e * 1000 + errno;
}
__attribute__((noinline)) int four(int n) {
  for (int i = 0; i < n; i++) b[i] = exp(a[i]);
  int e = errno;
  for (int i = 0; i < n; i++) c[i] = b[i] + a[i];
  return e;
}
__attribute__((noinline)) int five(int n) {
  for (int i = 0; i < n; i++) c[i] = b[i] + a[i];
  errno = 7;
  for (int i = 0; i < n; i++) b[i] = exp(a[i]);
  return errno;
}
__attribute__((noinline)) int six(int n) {
  errno = 0;
  for (int i = 0; i < n; i++) b[i] = exp(a[i]);
  for (int i = 0; i < n; i++) c[i] = sqrt(b[i] - 3);
  return errno;
}
#pragma clang optimize off
static void show(const char *what, int r) {
  double s = 0;
  for (int i = 0; i < 200; i++) s = s * 0.9 + (b[i] < 1e9 ? b[i] : 3) + (c[i] == c[i] && c[i] < 1e9 && c[i] > -1e9 ? c[i] : 5) + d[i];
  printf("%s %d %a\n", what, r, s);
  errno = 0;
}
int main(void) {
  for (int i = 0; i < 200; i++) a[i] = i * 37 % 101 * 10 - 90;
  errno = 0;
  one(200, &errno), show("one", 0);
  two(200), show("two", errno);
  show("three", three(200)), show("four", four(200)), show("five", five(200)), show("six", six(200));
}
