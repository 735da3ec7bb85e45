// What a condition within the iteration chooses is a phi, and LLVM's vectoriser takes no recurrence of one: the
// fused loop would be carried value by value. Where LLVM makes one instruction of the choice, it is taken.
//
// RUN: %clang_fuse -O3 -march=x86-64-v4 -c %s -o %t.o -Rpass='loop-fuse|loop-vectorize' -Rpass-missed=loop-fuse 2>&1 | FileCheck %s

// CHECK-DAG: [[#@LINE+4]]:3: remark: {{.*}}not fused: the fused loop would not be vectorised: what it writes to argument 2 depends on a condition, and is read in a later iteration
// CHECK-DAG: [[#@LINE+3]]:3: remark: vectorized loop
// CHECK-DAG: [[#@LINE+6]]:3: remark: vectorized loop
void chosen(const float *restrict in, float *restrict t, float *restrict out, int n) {
  for (int x = 1; x < n - 1; x++) {
    float mean = (in[x - 1] + in[x] + in[x + 1]) / 3, ratio = in[x] / (in[x - 1] * in[x + 1] + 1);
    t[x] = x & 1 ? mean * mean - in[x] : ratio + in[x];
  }
  for (int x = 2; x < n - 1; x++) out[x] = t[x] + t[x - 1];
}

// CHECK-DAG: [[#@LINE+3]]:3: remark: fused loop {{.*}} load(s) replaced by values of
// CHECK-DAG: [[#@LINE+2]]:3: remark: vectorized loop
void selected(const float *restrict in, float *restrict t, float *restrict out, int n) {
  for (int x = 0; x < n; x++) t[x] = in[x] > 0 ? in[x] : 0;
  for (int x = 1; x < n; x++) out[x] = t[x] + t[x - 1];
}
