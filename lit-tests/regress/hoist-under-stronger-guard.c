// What only holds where the second loop runs says nothing of code that moves in front of the first one,
// for the case that only that one runs, too.
// RUN: %run_both '--options=no-profit' %s -O1
// RUN: %run_both '--options=no-profit;place=late' %s -O1

#include <stdio.h>
static int buf[64], C[64]; int R;
__attribute__((noinline)) void f(int *restrict a, int *restrict c, int n) {
  if (n > 0)
    for (int i = 0; i < n; i++) a[n - 5 + i] = (int)i + 100;
  int t = a[0];
  if (n > 5)
    for (int i = 0; i < n; i++) c[i] = t + (int)i;
  R = t;
}
int main(void) {
  for (int n = 0; n < 12; n++) {
    for (int i = 0; i < 64; i++) buf[i] = i, C[i] = 0;
    f(buf + 10, C, n);
    printf("%d %d %d %d\n", n, R, C[0], C[3]);
  }
}
