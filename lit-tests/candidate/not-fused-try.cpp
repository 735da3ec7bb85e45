// An exception leaves the loop for the handler: the reason is the call that may throw, no break.
//
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s

int a[1000], b[1000], c[1000];

int thrower(int);

// CHECK-NOT: remark: fused
// CHECK: not-fused-try.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: {{.*}}may throw
void may_throw() {
  try {
    for (int i = 0; i < 1000; i++) b[i] = thrower(a[i]);
    for (int i = 0; i < 1000; i++) c[i] = thrower(b[i]);
  } catch (...) { c[0] = 0; }
}
