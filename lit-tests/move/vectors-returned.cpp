// Functions that return vectors, one called with the result of the other: between their loops a vector is allocated,
// which may throw, and its length is tested. The first loop runs behind that, if nobody can tell.
//
// RUN: %clang_fuse -O2 -g -std=c++20 -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused --options='check-work=0' %s -std=c++20
// RUN: %run_both --fused --options='check-work=0;place=late' %s -std=c++20
// RUN: %run_both --fused --options='check-work=0;place=early' %s -std=c++20 -O3
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <numeric>
#include <span>
#include <vector>

// Allocations of one size fail: those of floats, where others are of doubles.
static std::size_t fails;
__attribute__((noinline)) void *operator new(std::size_t n) {
  if (n == fails) throw std::bad_alloc();
  return std::malloc(n);
}
__attribute__((noinline)) void operator delete(void *p) noexcept { std::free(p); }
__attribute__((noinline)) void operator delete(void *p, std::size_t) noexcept { std::free(p); }

using V = std::vector<double>;
using F = std::vector<float>;

static V scale(const V &a, double s) {
  V r(a.size());
  // CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+8]]
  // CHECK-DAG: fused loop at line [[#@LINE+1]] with loop at line [[#@LINE+1]]
  for (size_t i = 0; i < a.size(); i++) r[i] = a[i] * s;
  return r;
}

template <class R> static R add(const V &a, const V &b) {
  R r(a.size());
  for (size_t i = 0; i < a.size(); i++) r[i] = a[i] + b[i];
  return r;
}

__attribute__((noinline)) F two(const V &a, const V &b) { return add<F>(scale(a, 2), b); }

__attribute__((noinline)) F four(const V &a, const V &b) { return add<F>(scale(add<V>(scale(a, 2), b), 3), a); }

// Algorithms over vectors of their own.
__attribute__((noinline)) double algorithms(const V &a, const V &b) {
  V t(a.size());
  std::transform(a.begin(), a.end(), t.begin(), [](double x) { return x * x; });
  F u(t.size());
  std::transform(t.begin(), t.end(), b.begin(), u.begin(), [](double x, double y) { return x - y; });
  return std::accumulate(u.begin(), u.end(), 0.0);
}

// Whoever catches the exception sees how far it got.
__attribute__((noinline)) double caught(const V &a, const V &b) {
  V t(a.size());
  double sum = 0;
  try {
    for (size_t i = 0; i < a.size(); i++) t[i] = a[i] * 5;
    F u(t.size());
    for (size_t i = 0; i < t.size(); i++) u[i] = t[i] + b[i];
    for (float x : u) sum += x;
  } catch (std::bad_alloc &) {
    for (double x : t) sum -= x;
  }
  return sum;
}

// So does whoever gave the memory.
__attribute__((noinline)) F seen(const V &a, V &t) {
  for (size_t i = 0; i < a.size(); i++) t[i] = a[i] + 7;
  F u(a.size());
  for (size_t i = 0; i < a.size(); i++) u[i] = t[i] * 2;
  return u;
}

// What the allocation overwrites is not read before it.
__attribute__((noinline)) F between(std::span<const double> a, V &b) {
  V t(a.size());
  for (size_t i = 0; i < a.size(); i++) t[i] = a[i] + b[i];
  if (!a.empty()) b[0] = 100;
  F u(a.size());
  for (size_t i = 0; i < a.size(); i++) u[i] = t[i] * 2 + b[i];
  return u;
}

// The size is what the first loop finds.
__attribute__((noinline)) F counted(const V &a) {
  V t(a.size());
  size_t n = 0;
  for (size_t i = 0; i < a.size(); i++) t[i] = a[i] * 2, n += a[i] > 3;
  F u(n);
  for (size_t i = 0; i < n; i++) u[i] = t[i] + 1;
  return u;
}

#pragma clang optimize off
template <class C> static void show(const char *what, const C &v) {
  double sum = v.size();
  for (double x : v) sum = sum * 0.99 + x;
  std::printf("%s %a\n", what, sum);
}
int main() {
  for (int n = 0; n < 40; n += n < 4 ? 1 : 9)
    for (bool fail : {false, true}) {
      V a(n), b(n + 1), t(n);
      for (int i = 0; i < n; i++) a[i] = i % 7, b[i] = i * 0.5;
      auto with = [&](const char *what, auto f) {
        fails = fail ? n * sizeof(float) : 0;
        try {
          auto result = f();
          fails = 0;
          show(what, result);
        } catch (std::bad_alloc &) {
          fails = 0;
          std::printf("%s failed\n", what);
        }
      };
      with("two", [&] { return two(a, b); });
      with("four", [&] { return four(a, b); });
      with("algorithms", [&] { return V(3, algorithms(a, b)); });
      with("caught", [&] { return V(3, caught(a, b)); });
      with("seen", [&] { return seen(a, t); });
      show("t", t);
      with("between", [&] { return between(a, b); });
      with("counted", [&] { return counted(a); });
    }
}
