// clang runs the pass at every level but -O0, and not in functions with optnone.
//
// RUN: %clang_fuse -O1 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O3 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -Os -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O0 -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | count 0

int a[1000], b[1000], c[1000];

// CHECK-NOT: remark
// CHECK: levels.c:[[#@LINE+3]]:3: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]]
// CHECK-NOT: remark: fused
void fused(long count) {
  for (long i = 0; i < count; i++) b[i] = a[i] + 1;
  for (long i = 0; i < count; i++) c[i] = b[i] * 2;
}

__attribute__((optnone)) void untouched(long count) {
  for (long i = 0; i < count; i++) b[i] = a[i] + 1;
  for (long i = 0; i < count; i++) c[i] = b[i] * 2;
}
