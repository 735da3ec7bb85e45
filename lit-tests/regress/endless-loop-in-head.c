// The first guard's head holds a loop that does not end; the division behind the join moves in front of it.
// RUN: %run_both '--options=no-profit' %s -O1
// RUN: %run_both '--options=no-profit' %s -O2

#include <stdio.h>
#include <signal.h>
#include <unistd.h>
static int A[64],B[64],C[64],H[8];
__attribute__((noinline)) void f(int *restrict N, int *restrict H, int *restrict a, int *restrict b, int *restrict c, int go, int d) {
  int n = *N;
  if (n > 0) {
    if (go) { if (d == 0) for (;;); for (int i = 0; i < 8; i++) A[i] += go; }
    for (int i = 0; i < n; i++) b[i] = a[i] + 1;
  }
  int t = 100 / d;
  H[0] = n * 3, H[1] = n ^ 5, H[2] = n % 7, H[3] = n + 9, H[4] = n / 5, H[5] = n << 3; H[6] = t;
  if (n > 0)
    for (int i = 0; i < n; i++) c[i] = b[i] + t;
}
static void ok(int s) { (void)s; write(1, "still running\n", 14); _exit(0); }
int main(int argc, char **argv) {
  int n = 9;
  signal(SIGALRM, ok); alarm(1);
  f(&n, H, A, B, C, argc, argc - 1);
}
