// A run-time check that asks a condition and its opposite never holds.
// RUN: %run_both '--options=no-profit' %s -O1
// RUN: %run_both '--options=no-profit' %s -O2

#include <stdio.h>
#include <stdbool.h>
static int A[64],B[64],C[64],H[8];
__attribute__((noinline)) void f(int *restrict N, int *restrict H, int *restrict a, int *restrict b, int *restrict c, bool go) {
  int n = *N;
  if (go)
    for (int i = 0; i < 20; i++) b[i] = a[i] + 1;
  H[0] = n * 3, H[1] = n ^ 5, H[2] = n % 7, H[3] = n + 9, H[4] = n / 5, H[5] = n << 3;
  if (!go)
    for (int i = 0; i < 20; i++) c[i] = b[i] + 1;
}
int main(int argc, char **argv) {
  int n = 9;
  for (int g = 0; g < 6; g++) {
    for (int i = 0; i < 64; i++) A[i] = i + g, B[i] = g, C[i] = 0;
    f(&n, H, A, B, C, g & 1);
    printf("%d %d %d\n", g, B[5], C[5]);
  }
}
