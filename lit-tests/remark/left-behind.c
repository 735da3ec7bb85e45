// Loops behind those that a run-time check serves. With the check between them, all loops look far apart: the reason is the
// one that was found before.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s --implicit-check-not='cannot be fused' --implicit-check-not='not fused'
// RUN: %run_both --fused %s

// The last loop has another count.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip count n; behind a run-time check
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused: trip counts n and m are not known to be equal; give both loops the same bounds
__attribute__((noinline)) void counts(float *a, float *b, float *c, float *d, int n, int m) {
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  for (int i = 0; i < n; i++) c[i] = b[i] + a[i];
  for (int i = 0; i < m; i++) d[i] = c[i] * a[i];
}

// The last loop begins with what is written last.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip count n; behind a run-time check
// CHECK-DAG: loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused: if fused, the second loop reads c {{.*}} before the first loop writes it
__attribute__((noinline)) void backwards(float *a, float *b, float *c, float *d, int n) {
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  for (int i = 0; i < n; i++) c[i] = b[i] + a[i];
  for (int i = 0; i < n; i++) d[i] = c[n - 1 - i] * a[i];
}

// A call lies between.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+5]], trip count n; behind a run-time check
// CHECK-DAG: loop at line [[#@LINE+4]] and loop at line [[#@LINE+6]] not fused: call of done (line [[#@LINE+5]]) cannot move
__attribute__((noinline)) void done(void) { __asm__ volatile("" ::: "memory"); }
__attribute__((noinline)) void calls(float *a, float *b, float *c, float *d, int n) {
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  for (int i = 0; i < n; i++) c[i] = b[i] + a[i];
  done();
  for (int i = 0; i < n; i++) d[i] = c[i] * a[i];
}

// Nothing is in its way: one check serves all.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], trip count n; behind a run-time check
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], trip count n
__attribute__((noinline)) void all(float *a, float *b, float *c, float *d, int n) {
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  for (int i = 0; i < n; i++) c[i] = b[i] + a[i];
  for (int i = 0; i < n; i++) d[i] = c[i] * a[i];
}

int printf(const char *, ...);
enum { N = 300 };
int main(void) {
  float a[N], b[N] = {0}, c[N] = {0}, d[N] = {0};
  for (int i = 0; i < N; i++) a[i] = i * 0.5f;
  counts(a, b, c, d, N, N - 9);
  printf("%g %g %g\n", b[7], c[N - 1], d[N - 10]);
  backwards(a, b, c, d, N);
  printf("%g %g %g\n", b[7], c[N - 1], d[3]);
  calls(a, b, c, d, N);
  printf("%g %g %g\n", b[7], c[N - 1], d[3]);
  all(a, b, c, d, N);
  printf("%g %g %g\n", b[7], c[N - 1], d[3]);
  return 0;
}
