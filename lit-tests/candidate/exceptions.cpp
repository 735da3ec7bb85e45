// Loops whose calls may throw stay apart; noexcept lets them fuse, if the function touches no memory.
//
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s --implicit-check-not='remark: fused'

int a[1000], b[1000], c[1000];

[[gnu::const]] int certain(int) noexcept;
int thrower(int);

// CHECK-DAG: exceptions.cpp:[[#@LINE+3]]:{{[0-9]+}}: remark: {{.*}}may throw
void may_throw() {
  for (int i = 0; i < 1000; i++) b[i] = thrower(a[i]);
  for (int i = 0; i < 1000; i++) c[i] = thrower(b[i]);
}

// CHECK-DAG: exceptions.cpp:[[#@LINE+2]]:{{[0-9]+}}: remark: fused loop
void cannot_throw() {
  for (int i = 0; i < 1000; i++) b[i] = certain(a[i]);
  for (int i = 0; i < 1000; i++) c[i] = certain(b[i]);
}
