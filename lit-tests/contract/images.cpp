// Images in vectors, which are filled when they are made, with sizes of several types: the fill goes, and the rows share
// places. Vectors by reference are told apart at run time.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=IR
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3
// IR-LABEL: define {{.*}}8signed64
// IR-NOT: memset
// IR: ret void
// IR-LABEL: define {{.*}}8signed32
// IR-NOT: memset
// IR: ret void
// IR-LABEL: define {{.*}}10unsigned64
// IR-NOT: memset
// IR: ret void
// IR-LABEL: define {{.*}}10references
// IR-NOT: memset
// IR: ret void

#include <cstddef>
#include <cstdio>
#include <vector>
using std::size_t;
#define FUNCTION __attribute__((noinline)) void

// CHECK-DAG: images.cpp:[[#@LINE+3]]:3: remark: array t{{.*}} folded onto 4 row(s) of 4 * w bytes
FUNCTION signed64(const float *__restrict in, float *__restrict out, long h, long w) {
  std::vector<float> t(h * w);
  for (long i = 0; i < h; i++)
    for (long j = 1; j < w - 1; j++) t[i * w + j] = in[i * w + j - 1] + in[i * w + j + 1];
  for (long i = 1; i < h - 1; i++)
    for (long j = 1; j < w - 1; j++) out[i * w + j] = t[(i - 1) * w + j] + t[(i + 1) * w + j];
}

// CHECK-DAG: images.cpp:[[#@LINE+3]]:3: remark: array t{{.*}} folded onto 4 row(s) of 4 * w bytes
FUNCTION signed32(const float *__restrict in, float *__restrict out, int h, int w) {
  std::vector<float> t(h * w);
  for (int i = 0; i < h; i++)
    for (int j = 1; j < w - 1; j++) t[i * w + j] = in[i * w + j - 1] + in[i * w + j + 1];
  for (int i = 1; i < h - 1; i++)
    for (int j = 1; j < w - 1; j++) out[i * w + j] = t[(i - 1) * w + j] + t[(i + 1) * w + j];
}

// CHECK-DAG: images.cpp:[[#@LINE+3]]:3: remark: array t{{.*}} folded onto 4 row(s) of 4 * w bytes
FUNCTION unsigned64(const float *__restrict in, float *__restrict out, size_t h, size_t w) {
  std::vector<float> t(h * w);
  for (size_t i = 0; i < h; i++)
    for (size_t j = 0; j < w; j++) t[i * w + j] = in[i * w + j] * 2;
  for (size_t i = 1; i + 1 < h; i++)
    for (size_t j = 0; j < w; j++) out[i * w + j] = t[(i - 1) * w + j] + t[(i + 1) * w + j];
}

// CHECK-DAG: images.cpp:[[#@LINE+3]]:3: remark: array t{{.*}} folded onto 4 row(s) of 4 * w bytes
FUNCTION plain(const float *__restrict in, float *__restrict out, size_t h, size_t w) {
  float *t = new float[h * w];
  for (size_t i = 0; i < h; i++)
    for (size_t j = 1; j < w - 1; j++) t[i * w + j] = in[i * w + j - 1] + in[i * w + j + 1];
  for (size_t i = 1; i < h - 1; i++)
    for (size_t j = 1; j < w - 1; j++) out[i * w + j] = t[(i - 1) * w + j] + t[(i + 1) * w + j];
  delete[] t;
}

// CHECK-DAG: images.cpp:[[#@LINE+4]]:3: remark: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]], {{.*}}; behind a run-time check of 1 pair(s) of pointers
// CHECK-DAG: images.cpp:[[#@LINE+3]]:3: remark: array t{{.*}} folded onto 4 row(s) of 4 * w bytes
FUNCTION references(const std::vector<float> &in, std::vector<float> &out, int h, int w) {
  std::vector<float> t(h * w);
  for (int i = 0; i < h; i++)
    for (int j = 1; j < w - 1; j++) t[i * w + j] = in[i * w + j - 1] + in[i * w + j + 1];
  for (int i = 1; i < h - 1; i++)
    for (int j = 1; j < w - 1; j++) out[i * w + j] = t[(i - 1) * w + j] + t[(i + 1) * w + j];
}

#pragma clang optimize off
int main() {
  for (int h = 1; h < 20; h += 3)
    for (int w = 1; w < 20; w += 4) {
      std::vector<float> in(h * w + 1), out(h * w + 1);
      for (int i = 0; i < h * w; i++) in[i] = (i * 37) % 101;
      auto show = [&](const char *what) {
        double sum = 0;
        for (float x : out) sum = sum * 1.1 + x;
        std::printf("%s %g\n", what, sum);
      };
      signed64(in.data(), out.data(), h, w), show("signed64");
      signed32(in.data(), out.data(), h, w), show("signed32");
      unsigned64(in.data(), out.data(), h, w), show("unsigned64");
      plain(in.data(), out.data(), h, w), show("plain");
      references(in, out, h, w), show("references");
      references(in, in, h, w), show("references");
    }
}
