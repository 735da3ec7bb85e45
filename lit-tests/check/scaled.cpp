// Vectors that become smaller or larger, and what is left of them.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
#include <cstdio>
#include <vector>

#define NOINLINE __attribute__((noinline))

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}several iterations of the longer loop
NOINLINE void smaller(const std::vector<float> &a, std::vector<int> &t, std::vector<float> &b) {
  std::size_t n = a.size(), m = n / 2;
  for (std::size_t i = 0; i < n; i++) t[i] = a[i] * 3 + 1;
  for (std::size_t i = 0; i < m; i++) b[i] = t[2 * i] + t[2 * i + 1];
}

// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+5]], {{.*}}several iterations of the longer loop
NOINLINE void larger(const std::vector<float> &a, std::vector<float> &b) {
  std::size_t n = a.size();
  std::vector<float> t(n);
  for (std::size_t i = 0; i < n; i++) t[i] = a[i] * 3 + 1;
  for (std::size_t i = 0; i < 2 * n; i++) b[i] = t[i / 2] + 2;
}

int main() {
  for (std::size_t n = 0; n < 50; n += n < 9 ? 1 : 8) {
    std::vector<float> a(n), half(n / 2), twice(2 * n);
    for (std::size_t i = 0; i < n; i++) a[i] = i * 37 % 101;
    std::vector<int> whole(n);
    smaller(a, whole, half);
    larger(a, twice);
    float sum = 0;
    for (float x : half) sum = sum * 0.5f + x;
    for (float x : twice) sum = sum * 0.5f + x;
    std::printf("%zu %g\n", n, sum);
  }
}
