// Temporaries in containers, which are filled when they are made. Where all of that is overwritten before anything
// is read, fill, stores and memory go. Allocated only if it is not empty, a vector's memory may be null.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
//
// The fills go where every element is overwritten, and stay where some are not:
// RUN: %clang_fuse -O2 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=IR
// IR: define {{.*}}6unique
// IR-NOT: memset
// IR: define {{.*}}6vector
// IR-NOT: memset
// IR: define {{.*}}5first
// IR: memset
// IR: define {{.*}}6behind
// IR: memset
// IR: define {{.*}}5apart
// IR: memset
// IR: define {{.*}}9sometimes
// IR: memset
// IR: define {{.*}}7perhaps
// IR: memset
// IR: define {{.*}}7columns
// IR: memset
// IR: define {{.*}}10references
// IR-NOT: memset
// IR: ret void

#include <cstdio>
#include <memory>
#include <vector>
using std::size_t;
#define FUNCTION __attribute__((noinline)) static void

// CHECK-DAG: vectors.cpp:[[#@LINE+3]]:3: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]]
FUNCTION unique(const double *in, double *out, size_t n) {
  auto t = std::make_unique<double[]>(n);
  for (size_t i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (size_t i = 0; i < n; i++) out[i] = t[i] * t[i];
}

// CHECK-DAG: vectors.cpp:[[#@LINE+3]]:3: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]]
FUNCTION vector(const double *in, double *out, size_t n) {
  std::vector<double> t(n);
  for (size_t i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (size_t i = 0; i < n; i++) out[i] = t[i] * t[i];
}

// CHECK-DAG: vectors.cpp:[[#@LINE+4]]:3: remark: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+5]]
// CHECK-DAG: vectors.cpp:[[#@LINE+3]]:3: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]]
FUNCTION references(const std::vector<double> &in, std::vector<double> &out) {
  std::vector<double> t(in.size()), u(in.size());
  for (size_t i = 0; i < in.size(); i++) t[i] = in[i] * 2 + 1;
  for (size_t i = 0; i < in.size(); i++) u[i] = t[i] * t[i];
  for (size_t i = 0; i < in.size(); i++) out[i] = u[i] + t[i];
}

// The zeros that are read stay zeros: of the first elements, of those behind, and where nothing is written.
FUNCTION first(const double *in, double *out, size_t n) {
  std::vector<double> t(n);
  for (size_t i = 2; i < n; i++) t[i] = in[i] + 1;
  for (size_t i = 0; i < n; i++) out[i] = t[i] * 3;
}
FUNCTION behind(const double *in, double *out, size_t n) {
  std::vector<double> t(n + 5);
  for (size_t i = 0; i < n; i++) t[i] = in[i] + 1;
  for (size_t i = 0; i < n; i++) out[i] = t[i + 3] - t[i];
}
FUNCTION apart(const double *in, double *out, size_t n) {
  std::vector<double> t(n);
  for (size_t i = 0; i < n; i += 2) t[i] = in[i] + 1;
  for (size_t i = 0; i < n; i++) out[i] = t[i] + 7;
}
FUNCTION sometimes(const double *in, double *out, size_t n) {
  std::vector<double> t(n);
  for (size_t i = 0; i < n; i++)
    if (in[i] > 3) t[i] = in[i] + 1;
  for (size_t i = 0; i < n; i++) out[i] = t[i] + 7;
}
FUNCTION perhaps(const double *in, double *out, size_t n) {
  std::vector<double> t(n);
  if (n > 20)
    for (size_t i = 0; i < n; i++) t[i] = in[i] + 1;
  for (size_t i = 0; i < n; i++) out[i] = t[i] + 7;
}
FUNCTION columns(const double *in, double *out, size_t n) {
  size_t w = n / 5, h = w ? n / w : 3;
  std::vector<double> t(h * w + h + 1);
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++) t[y * (w + 1) + x] = in[x] + y;
  for (size_t i = 0; i < h * w; i++) out[i] = t[i];
}

#pragma clang optimize off
int main() {
  void (*functions[])(const double *, double *, size_t) = {unique, vector, first, behind, apart,
                                                           sometimes, perhaps, columns};
  static double all[500];
  auto show = [] {
    double sum = 0;
    for (double v : all) sum = sum * 0.99 + v;
    std::printf("%a\n", sum);
  };
  for (auto function : functions)
    for (size_t n = 0; n < 100; n += 1 + n / 4)
      for (int at = 0; at < 200; at += 37) {
        for (int i = 0; i < 500; i++) all[i] = i * 31 % 17;
        function(all + 150, all + at, n);
        show();
      }
  for (size_t n = 0; n < 40; n += 1 + n / 4) {
    std::vector<double> in(n, 3), out(n);
    for (size_t i = 0; i < n; i++) in[i] = i * 7 % 5;
    references(in, out);
    double sum = 0;
    for (double v : out) sum = sum * 0.99 + v;
    std::printf("%a\n", sum);
  }
}
