// A check costs time whenever the loops are reached: it is made from so many iterations on that it is paid back.
// That is asked first where the number is not known, and known shorter loops are left alone.
//
// RUN: %clang -O2 -fpass-plugin=%loopfuse -Rpass=loop-fuse -Rpass-missed=loop-fuse -S -emit-llvm -o %t.ll %s 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
// RUN: %clang -O2 -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=check-work=0 -Rpass=loop-fuse -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: %run_both --fused --options='check-work=192' %s
//
// CHECK: fused loop at line {{[0-9]+}} with {{.*}}; behind a run-time check of 5 pair(s) of pointers; where there are more than {{[0-9]+}} iterations
// CHECK: fused loop {{.*}}, trip count 200; behind a run-time check of 5 pair(s) of pointers
// CHECK-NOT: where there are more than
// CHECK: fused loop
// CHECK: loop at line {{.*}} and loop at line {{.*}} not fused: {{.*}} may point to the same memory, and a run-time check is worth its time from {{[0-9]+}} iterations on, of which there are 12 at most (parameter check-work)
//
// ANY: fused loop {{.*}}; behind a run-time check of 5 pair(s) of pointers [
// ANY-COUNT-2: behind a run-time check of 5 pair(s) of pointers [
//
// IR-LABEL: @unknown(
// IR-NOT: icmp u{{[lg][te]}} ptr
// IR: [[ENOUGH:%.*]] = icmp ugt i32 {{.*}}, {{[1-9][0-9]}}
// IR-NEXT: br i1 [[ENOUGH]]
// IR: icmp u{{[lg][te]}} ptr
#include <stdio.h>

__attribute__((noinline)) void unknown(double *x, double *y, double *z, double *w, int n) {
  for (int i = 0; i < n; i++) y[i] = 2.0 * x[i] + w[i];
  for (int i = 0; i < n; i++) z[i] = y[i] * x[i] - 1.0;
}

__attribute__((noinline)) void is_short(double *x, double *y, double *z, double *w, int n) {
  n = n < 12 ? n : 12;
  for (int i = 0; i < n; i++) y[i] = 2.0 * x[i] + w[i];
  for (int i = 0; i < n; i++) z[i] = y[i] * x[i] - 1.0;
}

__attribute__((noinline)) void is_long(double *x, double *y, double *z, double *w) {
  for (int i = 0; i < 200; i++) y[i] = 2.0 * x[i] + w[i];
  for (int i = 0; i < 200; i++) z[i] = y[i] * x[i] - 1.0;
}

// The outer loop may be short: the check is made once for all rows.
__attribute__((noinline)) void nest(double *x, double *y, double *z, int rows, int n) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n; j++) y[i * n + j] = 2.0 * x[i * n + j] + 1.0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n; j++) z[i * n + j] = y[i * n + j] * x[i * n + j] - 1.0;
}

int main(void) {
  static double m[4000];
  double sum = 0;
  for (int n = -1; n < 300; n += 1 + n / 40)
    for (int shift = 0; shift < 3; shift++) {
      for (int i = 0; i < 4000; i++) m[i] = i % 17 - 0.25 * n;
      unknown(m, m + (shift == 1 ? 1 : 400 - shift), m + 800, m + 1200 - shift, n);
      is_short(m, m + 400 - shift * 195, m + 800, m + 1200, n);
      is_long(m, m + 400 - shift * 200, m + 800, m + 1200);
      nest(m, m + 1600 - shift * 790, m + 2400, n % 7, 30);
      for (int i = 0; i < 4000; i++) sum = sum * 0.999 + m[i];
    }
  printf("%.17g\n", sum);
  return 0;
}
