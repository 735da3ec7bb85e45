// A loop in a library is where that was called, and is called after the algorithm; one in a header of the user's has its
// file named. Lengths are those of containers. With debug information and without.
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s -DV="argument 1" -DT="argument 2"
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s -DV=v -DT=t
// `skip` names them as remarks do.
// RUN: %clang -fpass-plugin=%loopfuse -O2 -g -c %s -o /dev/null -mllvm -loop-fuse-options='skip=library.cpp:17' \
// RUN:   -Rpass=loop-fuse 2>&1 | FileCheck %s --check-prefix=SKIP --implicit-check-not='loop of std::transform'
// SKIP: loop at scale.h:2
#include "Inputs/scale.h"
#include <algorithm>
#include <numeric>
#include <vector>

// CHECK: library.cpp:[[#@LINE+3]]:3: remark: fused loop of std::transform at line [[#@LINE+3]] with loop of std::transform at line [[#@LINE+4]],
// CHECK-SAME: trip counts the length of [[V]] and the length of [[T]];
void algorithms(const std::vector<double> &v, std::vector<double> &t, std::vector<double> &u) {
  std::transform(v.begin(), v.end(), t.begin(), [](double x) { return x * 2; });
  std::transform(t.begin(), t.end(), u.begin(), [](double x) { return x + 1; });
}

// CHECK: library.cpp:[[#@LINE+4]]:3: remark: fused loop at line [[#@LINE+4]] with loop of std::inner_product at line [[#@LINE+5]],
// CHECK-SAME: trip counts [[N:(argument 3|n)]] and [[N]];
double both(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s + std::inner_product(a, a + n, b, 0.0);
}

// CHECK: scale.h:2:3: remark: fused loop at scale.h:2 with loop at line [[#@LINE+3]], trip count {{argument 4|n}} [
void header(const float *__restrict x, float *__restrict t, float *__restrict y, int n) {
  scale(x, t, n);
  for (int i = 0; i < n; i++) y[i] = t[i] + 1;
}
