// After the prologue one iteration is left, of which ScalarEvolution has a step that only holds in it:
// what was stored before the first iteration must be looked for where the loads find it.
// RUN: %run_both --fused %s -O1
// RUN: %run_both --fused %s -O2

#include <stdio.h>
int A[288], D[288];
__attribute__((noinline)) void k(void) {
  for (int i = 9; i >= 4; i -= 3) D[i] = 1;
  for (long i = 9; i >= 4; i -= 3) A[i] = D[i - 3] + D[i];
}
int main(void) { k(); printf("%d %d\n", A[9], A[6]); }
