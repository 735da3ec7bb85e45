// What a loop's body declares to be apart holds for one iteration. A prologue and a remainder are copies with scopes of
// their own: else LLVM takes it that the load of A[q] in one does not meet the store to A[12] in the other.
//
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
#include <stdio.h>
static inline void step(double *restrict x, const double *restrict y) { *x = *y; }
__attribute__((noinline)) double f(double *restrict A, double *restrict B, const double *restrict C, double *restrict D,
                                   double *restrict E, long q, int n, double v) {
  double before = A[q], sum = 0;
#pragma clang loop vectorize(disable)
  for (int i = 0; i < 18; i++) {
    D[i] = v;
    step(i == 0 ? &A[12] : &E[i], &A[i == 10 ? q : i + 20]);
  }
#pragma clang loop vectorize(disable)
  for (int i = 0; i < 9; i++) B[i] = D[i + 1];
  for (int i = 0; i < n; i++) sum += C[i];
  for (int i = 0; i < n; i++) D[i] += sum;
  return before;
}
#pragma clang optimize off
int main(void) {
  double A[40], B[40] = {0}, C[40], D[40], E[40];
  for (int i = 0; i < 40; i++) A[i] = i + 1, C[i] = i + 7, D[i] = E[i] = 0;
  double s = f(A, B, C, D, E, 12, 7, 3);
  for (int i = 0; i < 40; i++) s = s * 0.99 + A[i] * 3 + B[i] + D[i] + E[i];
  printf("%a %g\n", s, E[10]);
}
