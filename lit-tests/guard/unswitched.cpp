// Steps between loops that options of a filter switch on, as C++ writes them.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
#include <algorithm>
#include <cstdio>
#include <vector>

#define NOINLINE __attribute__((noinline))

struct options {
  bool smooth, clip;
  float gain;
};

// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]], {{.*}}; in a version for one outcome
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+7]], {{.*}}; in a version for one outcome
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+7]], {{.*}}; in a version for one outcome
NOINLINE void vectors(const std::vector<float> &in, std::vector<float> &t, std::vector<float> &out, const options &o) {
  for (size_t i = 0; i < in.size(); i++) t[i] = in[i] * o.gain;
  if (o.smooth)
    for (size_t i = 0; i < in.size(); i++) t[i] = t[i] * 0.5f + 1;
  if (o.clip)
    for (size_t i = 0; i < in.size(); i++) t[i] = std::min(t[i], 9.0f);
  for (size_t i = 0; i < in.size(); i++) out[i] = t[i] + in[i];
}

// CHECK-COUNT-3: unswitched.cpp:{{.*}}: fused loop of std::transform {{.*}}; in a version for one outcome
NOINLINE void algorithms(const float *in, float *t, float *out, size_t n, const options &o) {
  std::transform(in, in + n, t, [](float x) { return x * 2; });
  if (o.smooth) std::transform(t, t + n, t, [](float x) { return x * 0.5f + 1; });
  std::transform(t, t + n, out, [](float x) { return x + 3; });
}

int main() {
  double sum = 0;
  for (size_t n = 0; n < 200; n += n < 4 ? 1 : 49)
    for (int mode = 0; mode < 4; mode++) {
      std::vector<float> in(n), t(n + 9), out(n + 9);
      for (size_t i = 0; i < n; i++) in[i] = float(i % 13);
      options o{(mode & 1) != 0, (mode & 2) != 0, 1.25f};
      vectors(in, t, out, o);
      algorithms(in.data(), mode > 1 ? t.data() : out.data() + 2, out.data(), n, o);
      for (size_t i = 0; i < n; i++) sum = sum * 0.5 + out[i] + t[i];
    }
  std::printf("%a\n", sum);
}
