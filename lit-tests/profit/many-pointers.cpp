// Particles in vectors: six pointers of which any two may be one. LLVM vectorises such loops behind checks of its own, which
// the check for fusion replaces.
//
// RUN: %clang -O3 -march=x86-64-v3 -g -std=c++20 -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null '-Rpass=loop-(fuse|vectorize)' 2>&1 | FileCheck %s
// RUN: %run_both --fused --options='check-work=0' %s
#include <cstddef>
#include <cstdio>
#include <vector>

struct Particles {
  std::vector<double> x, y, z, vx, vy, vz;
  void step(double dt);
};

// CHECK: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+8]], {{.*}}behind a run-time check of 15 pair(s) of pointers
// CHECK-COUNT-2: {{^.*}}:[[#@LINE+2]]:3: remark: vectorized loop
__attribute__((noinline)) void Particles::step(double dt) {
  for (std::size_t i = 0; i < x.size(); i++) {
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
    z[i] += dt * vz[i];
  }
  for (std::size_t i = 0; i < x.size(); i++) {
    if (x[i] < 0)
      vx[i] = -vx[i];
    if (y[i] < 0)
      vy[i] = -vy[i];
    if (z[i] < 0)
      vz[i] = -vz[i];
  }
}

int main() {
  double sum = 0;
  for (std::size_t n : {0, 1, 5, 100, 1000}) {
    Particles p;
    int k = 1;
    for (auto *v : {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz}) {
      v->resize(n);
      for (std::size_t i = 0; i < n; i++)
        (*v)[i] = (int)(i * 7919 * k++ % 1000) - 300;
    }
    for (int t = 0; t < 5; t++)
      p.step(0.25);
    for (std::size_t i = 0; i < n; i++)
      sum += p.x[i] + 3 * p.vy[i] - p.vz[i] * p.y[i];
  }
  std::printf("%.17g\n", sum);
  return 0;
}
