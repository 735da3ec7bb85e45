// What a loop checks in each iteration may fail, and nothing goes on then. Loops fuse where it is known before them that no
// check fails: not if it depends on what they load.
// RUN: %clang_fuse -O2 -fno-exceptions -c %s -o /dev/null -Rpass=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s
#include <cassert>
#include <cstddef>

[[noreturn]] void out_of_range(size_t, size_t);

struct slice {
  double *data;
  size_t length;
  double &operator[](size_t i) const {
    if (i >= length) out_of_range(i, length);
    return data[i];
  }
};

// CHECK: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], trip count {{.*}}; where no check of bounds, or of what is asserted, fails in the loops
void checked(slice a, slice t, slice b, size_t n) {
  for (size_t i = 0; i < n; i++) t[i] = a[i] * 2;
  for (size_t i = 0; i < n; i++) b[i] = t[i] + 1;
}

// CHECK: remark: loop at line [[#@LINE+2]] cannot be fused: 1 check(s) in the loop may fail
void asserted(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; i++) {
    assert(a[i] > 0);
    a[i] += 2;
  }
  for (int i = 0; i < n; i++) b[i] = a[i] + 1;
}

// CHECK: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip count
void before(slice a, slice t, slice b, size_t n) {
  if (n > a.length || n > t.length || n > b.length) out_of_range(n, b.length);
  for (size_t i = 0; i < n; i++) t[i] = a[i] * 2;
  for (size_t i = 0; i < n; i++) b[i] = t[i] + 1;
}
