// In clang, too, an unknown parameter is one clear error, no crash.
//
// RUN: not %clang -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=nonsense -O2 -c %s -o /dev/null 2>&1 | FileCheck %s
//
// CHECK: invalid parameter 'nonsense'; valid are:
// CHECK-NOT: {{PLEASE submit a bug report|Stack dump}}

int a[1000], b[1000], c[1000];

void fused(long count) {
  for (long i = 0; i < count; i++) b[i] = a[i] + 1;
  for (long i = 0; i < count; i++) c[i] = b[i] * 2;
}
