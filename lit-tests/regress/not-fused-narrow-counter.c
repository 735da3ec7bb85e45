// A counter that is known not to wrap around in its own loop is not known to in the fused one, where the second loop lags
// behind. LLVM 22's vectoriser then takes the check that the counter needs for the one that `i & 7` needs, and reads on
// behind A[7]. So these loops are not fused before LLVM has made the counters wide.
//
// RUN: %run_both --fused %s -O3
// RUN: %run_both --fused --options='no-profit' %s -O3
// RUN: %run_both --fused --options='no-profit;place=early' %s -O3
// RUN: %run_both --fused --options='no-profit;place=late' %s -O3
#include <stdio.h>

double A[300], B[300], C[300], D[300];

__attribute__((noinline)) void unsigned_counters(unsigned n) {
  if (n > 0) {
    for (unsigned i = 4; i < n + 8; i++) B[i] = 1;
    for (unsigned i = 4; i < n + 6; i++) D[i] = B[i + 1] + A[i & 7];
    for (unsigned i = 4; i < n + 7; i++) C[i] = D[i + 1];
  }
}

__attribute__((noinline)) void wide_counters(unsigned long n) {
  for (unsigned long i = 4; i < n + 8; i++) B[i] = 1;
  for (unsigned long i = 4; i < n + 6; i++) D[i] = B[i + 1] + A[i & 7];
}

static void show(void) {
  double sum = 0;
  for (int i = 0; i < 300; i++) sum = sum * 1.01 + B[i] + 3 * C[i] - D[i];
  printf("%a\n", sum);
}

int main(void) {
  for (int i = 0; i < 300; i++) A[i] = i;
  for (unsigned n = 0; n < 40; n++) {
    unsigned_counters(n), show();
    wide_counters(n), show();
  }
}
