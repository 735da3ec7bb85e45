// Containers and what goes over them: vectors, arrays, spans, iterators, algorithms, templates with lambdas.
//
// RUN: %clang_fuse -std=c++20 -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -std=c++20

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <span>
#include <vector>
using std::size_t;
// vectors by reference: sizes of their own
// CHECK-DAG: containers.cpp:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; what the longer loop has left runs afterwards
__attribute__((noinline)) static void vectors(const std::vector<double> &x, std::vector<double> &t, std::vector<double> &y) {
  for (size_t i = 0; i < t.size(); i++) t[i] = x[i] * x[i];
  for (size_t i = 0; i < y.size(); i++) y[i] = t[i] + x[i];
}
// range-for with iterators
// CHECK-DAG: containers.cpp:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]]
__attribute__((noinline)) static double ranges(std::vector<double> &x) {
  for (double &v : x) v = v * 2 + 1;
  for (double &v : x) v = v / 3;
  double most = 0;
  for (double v : x) most = v > most ? v : most;
  return most;
}
// arrays of constant size
// CHECK-DAG: containers.cpp:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]]
__attribute__((noinline)) static void arrays(const std::array<float, 300> &x, std::array<float, 300> &t, std::array<float, 300> &y) {
  for (size_t i = 0; i < x.size(); i++) t[i] = x[i] * x[i];
  for (size_t i = 0; i < t.size(); i++) y[i] = t[i] + 1;
}
// spans
// CHECK-DAG: containers.cpp:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]]
__attribute__((noinline)) static void spans(std::span<const float> x, std::span<float> t, std::span<float> y) {
  for (size_t i = 0; i < x.size(); i++) t[i] = x[i] * x[i];
  for (size_t i = 0; i < x.size(); i++) y[i] = t[i] + x[i];
}
// algorithms with lambdas, on pointers that go on by themselves
// CHECK-DAG: containers.cpp:[[#@LINE+2]]:3: remark: fused loop of std::transform at line [[#@LINE+2]] with loop of std::transform at line [[#@LINE+3]]
__attribute__((noinline)) static void algorithms(const std::vector<double> &x, std::vector<double> &y) {
  std::transform(x.begin(), x.end(), y.begin(), [](double v) { return v * v; });
  std::transform(y.begin(), y.end(), y.begin(), [](double v) { return v + 3; });
}
// templates
// CHECK-DAG: containers.cpp:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+2]]
template <typename T, typename F> static void map(const T *from, T *to, int n, F f) {
  for (int i = 0; i < n; i++) to[i] = f(from[i]);
}
__attribute__((noinline)) static void templates(const int *x, int *t, int *y, int n) {
  map(x, t, n, [](int v) { return v * 3; });
  map(t, y, n, [](int v) { return v - 7; });
}
// a temporary vector
// CHECK-DAG: containers.cpp:[[#@LINE+3]]:3: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]]
__attribute__((noinline)) static void temporary(const std::vector<double> &x, std::vector<double> &y) {
  std::vector<double> t(x.size());
  for (size_t i = 0; i < x.size(); i++) t[i] = x[i] * x[i];
  for (size_t i = 0; i < x.size(); i++) y[i] = t[i] + x[i];
}
int main() {
  std::vector<double> x(257), t(257), y(257);
  std::iota(x.begin(), x.end(), 1.0);
  vectors(x, t, y);
  double most = ranges(x);
  std::array<float, 300> a{}, b{}, c{};
  std::iota(a.begin(), a.end(), 0.5f);
  arrays(a, b, c), spans(a, b, c);
  algorithms(x, y), temporary(x, t);
  int p[100], q[100], r[100];
  std::iota(p, p + 100, 0);
  templates(p, q, r, 100);
  double sum = most;
  for (int i = 0; i < 257; i++) sum = sum * 0.9 + t[i] + y[i] + b[i] * c[i] + r[i % 100];
  std::printf("%a\n", sum);
}
