// Range-based loops over a vector, of which the second one returns where it finds something.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
#include <cstdio>
#include <vector>

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where it finds that the second loop is left early, that loop runs again by itself
__attribute__((noinline)) static bool scale(std::vector<double> &a, double k) {
  for (auto &x : a) x *= k;
  for (const auto &x : a) if (x < 0) return false;
  return true;
}

int main() {
  for (int n = 0; n < 300; n += 37)
    for (int at = -1; at < n; at += 24) {
      std::vector<double> a(n, 3.0);
      if (at >= 0) a[at] = -1;
      bool all = scale(a, 1.5);
      double sum = 0;
      for (double x : a) sum += x;
      std::printf("%d %d %d %g\n", n, at, all, sum);
    }
}
