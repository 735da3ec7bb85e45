// Loops that check bounds in each iteration, and stop where a check fails. A version without checks is entered where it is
// known beforehand that none fails; where one fails, all that was written until then is seen.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse -Rpass-analysis=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=0;no-profit' %s
// RUN: %run_both --fused --options='check-work=0;place=early' %s
// RUN: %run_both --fused --options='check-work=0;place=late' %s -O3
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

[[noreturn]] __attribute__((noinline)) static void fail(size_t i, size_t length) {
  throw std::out_of_range(std::to_string(i) + " of " + std::to_string(length));
}

template <typename T> struct Slice {
  T *data;
  size_t length;
  T &operator[](size_t i) const {
    if (i >= length) fail(i, length);
    return data[i];
  }
};
using Floats = Slice<float>;
#define NOINLINE __attribute__((noinline))

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no check of bounds, or of what is asserted, fails in the loops
NOINLINE void plain(Floats a, Floats t, Floats b, size_t n, size_t) {
  for (size_t i = 0; i < n; i++) t[i] = a[i] * 2;
  for (size_t i = 0; i < n; i++) b[i] = t[i] + 1;
}

// Beyond the ends of what is there: the first index may be -1.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no check of bounds
NOINLINE void stencil(Floats a, Floats t, Floats b, size_t n, size_t m) {
  for (size_t i = m; i < n; i++) t[i] = a[i - 1] + a[i + 1];
  for (size_t i = m; i < n; i++) b[i] = t[i] * a[i];
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+5]], {{.*}}; where no check of bounds
NOINLINE void nest(Floats a, Floats t, Floats b, size_t n, size_t m) {
  for (size_t y = 0; y < n; y++)
    for (size_t x = 0; x < m; x++)
      t[y * m + x] = a[y * m + x] * 2;
  for (size_t y = 0; y < n; y++)
    for (size_t x = 0; x < m; x++)
      b[y * m + x] = t[y * m + x] + a[y * m + x];
}

// A check between the loops.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; where no check of bounds
NOINLINE void between(Floats a, Floats t, Floats b, size_t n, size_t m) {
  for (size_t i = 0; i < n; i++) t[i] = a[i] * 2;
  if (m > b.length) throw std::out_of_range("between");
  for (size_t i = 0; i < n; i++) b[i] = t[i] + 1;
}

// It is not known that the counter comes to its bound: beyond the greatest number it would begin anew.
// CHECK-DAG: loop at line [[#@LINE+2]] cannot be fused: 2 check(s) in the loop may fail
NOINLINE void steps(Floats a, Floats t, Floats b, size_t n, size_t) {
  for (size_t i = 0; i < n; i += 2) t[i] = a[i] * 2;
  for (size_t i = 0; i < n; i += 2) b[i] = t[i] + 1;
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no check of bounds
NOINLINE void down(Floats a, Floats t, Floats b, size_t n, size_t) {
  for (size_t i = n; i-- > 0;) t[i] = a[i] * 2;
  for (size_t i = n; i-- > 0;) b[i] = t[i] + 1;
}

// A check that does not run in each iteration.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; where no check of bounds
NOINLINE void perhaps(Floats a, Floats t, Floats b, size_t n, size_t m) {
  for (size_t i = 0; i < n; i++)
    if (a.data[i] > float(m)) t[i] = a[i] * 2;
  for (size_t i = 0; i < n; i++) b[i] = t[i] + 1;
}

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}; where no check of bounds
NOINLINE void sum(Floats a, Floats t, Floats b, size_t n, size_t) {
  unsigned s = 0;
  for (size_t i = 0; i < n; i++) t[i] = a[i] + 1;
  for (size_t i = 0; i < n; i++) s += unsigned(t[i]) + unsigned(a[i]);
  b[0] = float(s);
}

// Arrays and lengths are loaded again behind the first loop, which may write over them.
// CHECK-DAG: loop at line [[#@LINE+4]] and loop at line [[#@LINE+5]] not fused: {{.*}} may point to the same memory
struct Field {
  Slice<double> u, v, p;
  NOINLINE void step(size_t n) {
    for (size_t i = 0; i < n; i++) v[i] += 0.5 * u[i];
    for (size_t i = 0; i < n; i++) p[i] = v[i] * v[i];
  }
};

static std::vector<float> run(void (*f)(Floats, Floats, Floats, size_t, size_t), size_t n, size_t m,
                              size_t la, size_t lt, size_t lb) {
  std::vector<float> d(3 * 1200);
  for (size_t i = 0; i < d.size(); i++) d[i] = float((i * 37 + 11) % 101);
  Floats a{d.data(), la}, t{d.data() + 1200, lt}, b{d.data() + 2400, lb};
  std::string what = "fine";
  try {
    f(a, t, b, n, m);
  } catch (std::out_of_range &e) {
    what = e.what();
  }
  double s = 0;
  for (size_t i = 0; i < d.size(); i++) s += d[i] * double(i % 977);
  std::printf("%zu %zu %zu %zu %zu: %s, %.17g\n", n, m, la, lt, lb, what.c_str(), s);
  return d;
}

int main() {
  void (*all[])(Floats, Floats, Floats, size_t, size_t) = {plain, stencil, nest, between, steps, down, perhaps, sum};
  const size_t lengths[] = {0, 1, 20, 39, 40, 41, 42, 1000, 1100};
  for (auto f : all)
    for (size_t n : {size_t(0), size_t(1), size_t(25), size_t(40), size_t(1000)})
      for (size_t m : {size_t(0), size_t(1), size_t(40)}) {
        if (f == nest && n * m > 1100) continue;
        for (size_t la : lengths)
          for (size_t l : lengths) run(f, n, m, la, l, la == l ? 1100 : (la + l) / 2);
      }
  for (size_t lp : {size_t(0), size_t(50), size_t(99), size_t(100)}) {
    std::vector<double> d(300, 1.5);
    Field field{{d.data(), 100}, {d.data() + 100, 100}, {d.data() + 200, lp}};
    try {
      field.step(100);
    } catch (std::out_of_range &e) {
      std::printf("%s ", e.what());
    }
    double s = 0;
    for (double x : d) s += x;
    std::printf("%.17g\n", s);
  }
}
