// A vector moved to a variable that outlives the iteration: its memory is not the next iteration's.
//
// RUN: %run_both %s
// RUN: %run_both %s -O3

#include <cstdio>
#include <utility>
#include <vector>
__attribute__((noinline)) static double before(int n, int m) {
  std::vector<double> last;
  double sum = 0;
  for (int k = 0; k < m; k++) {
    std::vector<double> now(n);
    if (k)
      for (int j = 0; j < n; j++) sum += last[j];
    for (int j = 0; j < n; j++) now[j] = k * 3 + j;
    last = std::move(now);
  }
  return sum;
}

#pragma clang optimize off
int main() {
  for (int n = 0; n < 40; n += 3) std::printf("%g\n", before(n, 5));
}
