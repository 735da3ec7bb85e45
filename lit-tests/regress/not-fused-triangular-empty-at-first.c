// The inner loop of the first nest runs nothing in its first iterations, where the formula for what it
// reads has a negative width. It reads up to D[i - 1], which the second loop has overwritten by then.
// RUN: %run_both --not-fused --options=no-profit %s

#include <stdio.h>

float B[80], D[80];

__attribute__((noinline)) void f(void) {
  for (int i = 1; i < 65; i++)
    for (int j = 2; j < i; j++) B[j - 1] *= D[j - 1];
  for (int i = 0; i < 64; i++) D[i + 2] = D[i] - 1;
}

int main(void) {
  for (int i = 0; i < 80; i++) {
    B[i] = 1;
    D[i] = 1 + i % 3;
  }
  f();
  for (int i = 0; i < 80; i++) printf("B %g D %g\n", B[i], D[i]);
}
