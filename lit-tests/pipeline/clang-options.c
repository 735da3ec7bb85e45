// In clang the parameters come by -mllvm -loop-fuse-options.
//
// RUN: %clang -fpass-plugin=%loopfuse -mllvm -loop-fuse-options='verify;limit=0' -O2 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | count 0
// RUN: %clang -fpass-plugin=%loopfuse -mllvm -loop-fuse-options='verify;place=late' -O2 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang -fpass-plugin=%loopfuse -mllvm -loop-fuse-options='verify;place=early' -O2 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
//
// CHECK: remark: fused loop at line [[#]] with loop at line [[#]]

int a[1000], b[1000], c[1000];

void fused(long count) {
  for (long i = 0; i < count; i++) b[i] = a[i] + 1;
  for (long i = 0; i < count; i++) c[i] = b[i] * 2;
}
