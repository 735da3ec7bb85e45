// What stands between is loaded from what the first loop fills: no check would ever pass.
//
// RUN: %clang_fuse -O2 -g1 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --not-fused %s

int printf(const char *, ...);

// CHECK-NOT: fused loop
// CHECK: loop at line [[#@LINE+2]] and loop at line [[#@LINE+4]] not fused
__attribute__((noinline)) void f(int *restrict a, int *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] = 2 * i;
  int from = a[3];
  for (int i = 0; i < n; i++) b[i] = a[i] + from;
}
// CHECK-NOT: fused loop

int main(void) {
  int a[50] = {0}, b[50] = {0};
  f(a, b, 50);
  printf("%d %d\n", a[49], b[49]);
}
