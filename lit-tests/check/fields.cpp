// Images given by reference, and vectors that are members. What lies in them is loaded for each loop, and in a nest for
// each row that is not empty; LLVM hoists it and forgets of which type it was.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -lstdc++
#include <cstdio>
#include <vector>

struct Image {
  int w, h;
  float *d;
  float &at(int x, int y) { return d[y * w + x]; }
};

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; behind a run-time check of 3 pair(s) of pointers; where the sizes of
__attribute__((noinline)) static void images(Image &a, Image &b, Image &c) {
  for (int y = 0; y < a.h; y++)
    for (int x = 0; x < a.w; x++) b.at(x, y) = a.at(x, y) * 2;
  for (int y = 0; y < a.h; y++)
    for (int x = 0; x < a.w; x++) c.at(x, y) = b.at(x, y) + 1;
}

struct Field {
  std::vector<double> u, v, t;
  double dt;
  // CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; behind a run-time check of
  __attribute__((noinline)) void step() {
    for (std::size_t i = 0; i < u.size(); i++) v[i] += dt * u[i];
    for (std::size_t i = 0; i < u.size(); i++) t[i] = v[i] * u[i];
  }
};

int main() {
  static float all[3000];
  double total = 0;
  for (int n = 0; n < 40; n += 1 + n / 8)
    for (int shift = 0; shift < 3; shift++) {
      for (int i = 0; i < 3000; i++) all[i] = i % 19 - 7;
      Image a{n, n % 7, all}, b{n + shift - 1, 50, all + 1000}, c{n + 2 * shift, 50, all + 2000 - shift * 950};
      images(a, b, c);
      Image none{0, 3, nullptr};
      images(none, none, none);
      Field f{std::vector<double>(n, 0.5), std::vector<double>(n, 2.0), std::vector<double>(n), 0.25};
      f.step();
      for (double x : f.t) total += x;
      for (float x : all) total = total * 0.999 + x;
      std::printf("%a\n", total);
    }
}
