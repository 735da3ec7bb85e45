// Code between two guarded loops runs whether or not they run. It moved before the first guard or behind
// the second join without a look at the code around the loops, under the guards.
//
// RUN: %run_both --options=no-profit %s -I%S/../Inputs | FileCheck %s
// RUN: %run_both --options=no-profit %s -I%S/../Inputs -O1
//
// CHECK: fused in other_arrays:
// CHECK: exit status: 0

#include "run.h"

#define L(from, to) for (int i = from; i < to; i++)

// The load of D[7] is hoisted out of the first loop, in front of which the store must not go.
APART int head(int n, int m) { L(0, n) B[i] = A[i] + D[7]; D[7] = m; L(0, n) C[i] = 2 * B[i]; return 0; }

// The first loop reads D, the code behind the second loop D[7]: the store can go nowhere.
APART int tail(int n, int m) {
  L(0, n) B[i] = A[i] + D[i];
  D[7] = m;
  if (n > 0) { L(0, n) C[i] = 2 * B[i]; A[0] = D[7]; }
  return 0;
}

APART int other_arrays(int n, int m) { L(0, n) B[i] = A[i] + D[i]; X[7] = m; L(0, n) C[i] = 2 * B[i]; return 0; }

LIST(CALL(head) CALL(tail) CALL(other_arrays))
