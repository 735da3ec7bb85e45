// The bounds do not change from row to row: LLVM moves the check out of the loop over the rows.
//
// RUN: %clang_fuse -O2 -fno-vectorize -S -emit-llvm -o - %s | FileCheck %s

// CHECK-LABEL: @f(
// CHECK-COUNT-6: icmp u{{le|gt}} ptr
// CHECK: = phi i
// CHECK-NOT: icmp u{{le|gt}} ptr
// CHECK: ret void
void f(int rows, int n, double *a, double *b, double *c, double *restrict r) {
  for (int j = 0; j < rows; j++) {
    for (int i = 0; i < n; i++) b[i] = a[i] * r[j];
    for (int i = 0; i < n; i++) c[i] = b[i] + c[i];
  }
}
