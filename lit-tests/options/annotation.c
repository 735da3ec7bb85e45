// An annotation sets parameters for one function: no-fusion leaves it alone, also where it is inlined; others hold for
// it only.
//
// RUN: %clang_fuse -O2 -g1 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | grep remark: | grep -v share | sort -t: -nk2 > %t.remarks
// RUN: FileCheck %s --input-file=%t.remarks
// RUN: %run_both --fused %s

#define left_alone __attribute__((annotate("loop-fuse: no-fusion"), noinline))

// CHECK: [[@LINE+2]]:3: remark: fused loop
void plain(float *restrict a, float *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] *= 2;
  for (int i = 0; i < n; i++) b[i] += a[i];
}

// CHECK-NEXT: [[@LINE+1]]:1: remark: this function is left alone: an annotation of it says so
left_alone void forbidden(float *restrict a, float *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] *= 2;
  for (int i = 0; i < n; i++) b[i] += a[i];
}

// CHECK-NEXT: [[@LINE+1]]:1: remark: this function is left alone
__attribute__((annotate("other"), annotate("loop-fuse:no-fusion"))) static void within(float *restrict a, float *restrict b, int n) {
  // CHECK-NEXT: [[@LINE+1]]:3: remark: loop at line [[@LINE+1]] cannot be fused: it is to be left alone, as its metadata say (loopfuse.forbidden)
  for (int i = 0; i < n; i++) a[i] *= 2;
  // CHECK-NEXT: [[@LINE+1]]:3: remark: loop at line [[@LINE+1]] cannot be fused: it is to be left alone
  for (int i = 0; i < n; i++) b[i] += a[i];
}

__attribute__((noinline)) void caller(float *restrict a, float *restrict b, int n) { within(a, b, n); }

// CHECK-NEXT: [[@LINE+3]]:3: remark: {{.*}} not fused: {{.*}} instructions
__attribute__((annotate("loop-fuse: explain ; max-size=1"), noinline)) void small(float *restrict a, float *restrict b,
                                                                                   int n) {
  for (int i = 0; i < n; i++) a[i] *= 2;
  for (int i = 0; i < n; i++) b[i] += a[i];
}

// CHECK-NEXT: [[@LINE+2]]:3: remark: fused loop
__attribute__((annotate("other"))) void other(float *restrict a, float *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] *= 2;
  for (int i = 0; i < n; i++) b[i] += a[i];
}

int printf(const char *, ...);
int main(void) {
  float a[100], b[100];
  for (int i = 0; i < 100; i++) a[i] = i, b[i] = 1;
  plain(a, b, 100);
  forbidden(a, b, 90);
  caller(a, b, 80);
  small(a, b, 70);
  other(a, b, 60);
  for (int i = 0; i < 100; i += 9) printf("%g %g\n", a[i], b[i]);
}
