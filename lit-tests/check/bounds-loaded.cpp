// Lengths that indices are checked against lie in vectors, of which LLVM does not know any more that the loops do not write over
// them. They are loaded before all loops, whose stores are asked to leave them alone.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=0' %s
// RUN: %run_both --fused --options='check-work=0;no-profit' %s -O3
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <vector>

#define NOINLINE __attribute__((noinline))
using Vector = std::vector<double>;

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}; where no check of bounds, or of what is asserted, fails in the loops
NOINLINE void vectors(const Vector &a, Vector &t, Vector &b) {
  size_t n = a.size();
  for (size_t i = 0; i < n; i++) t.at(i) = a.at(i) * 2;
  for (size_t i = 0; i < n; i++) b.at(i) = t.at(i) + a.at(i);
}

int main() {
  for (size_t n : {0, 1, 30, 40, 1000})
    for (size_t l : {0, 20, 30, 40, 1000, 1001})
      for (size_t m : {30, 1000}) {
        Vector a(n, 1.5), t(l, 0.5), b(m, 0.25);
        const char *what = "fine";
        try {
          vectors(a, t, b);
        } catch (std::out_of_range &) {
          what = "beyond";
        }
        double s = 0;
        for (size_t i = 0; i < l; i++) s += t[i] * double(i + 1);
        for (size_t i = 0; i < m; i++) s += b[i] * double(i + 3);
        std::printf("%zu %zu %zu %s %g\n", n, l, m, what, s);
      }
}
