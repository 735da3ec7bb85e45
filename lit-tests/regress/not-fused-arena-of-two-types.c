// Memory read as float is written as int: only the types differ, and a write may change the type.
// RUN: %run_both --not-fused %s

#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) void f(void *arena, int n, float *restrict out) {
  float *t = arena;
  int *u = arena;
  for (int i = 0; i < n; i++) out[i] = t[n - 1 - i];
  for (int i = 0; i < n; i++) u[i] = i;
}
int main() {
  int n = 100; void *a = malloc(400); float *t = a; static float o[100];
  for (int i = 0; i < n; i++) t[i] = i + 1;
  f(a, n, o);
  double s = 0; for (int i = 0; i < n; i++) s += o[i];
  printf("%g %d\n", s, ((int*)a)[7]);
}
