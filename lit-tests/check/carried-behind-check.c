// A stencil over pointers that may overlap: that the check tells them apart is what lets values of earlier
// iterations stay in registers, and the fused loop be vectorised.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s

#include <stdio.h>

// CHECK: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; 2 load(s) replaced by values of earlier iterations; {{.*}}behind a run-time check
__attribute__((noinline)) static void smooth(const double *in, double *energy, double *out, int n) {
  for (int i = 0; i < n; i++) energy[i] = in[i] * in[i];
  for (int i = 1; i < n - 1; i++) out[i] = 0.25 * energy[i - 1] + 0.5 * energy[i] + 0.25 * energy[i + 1];
}

#pragma clang optimize off
int main(void) {
  static double all[400];
  double sum = 0;
  for (int n = 0; n < 40; n++)
    for (int to = 0; to < 120; to += 7) {
      for (int i = 0; i < 400; i++) all[i] = i % 13 - 4;
      smooth(all + 40, all + 90, all + to, n);
      smooth(all + to, all + 60, all + 200, n);
      for (int i = 0; i < 400; i++) sum = 0.9 * sum + all[i];
      printf("%a\n", sum);
    }
}
