// A check that tells planes apart serves loops before those that need it, too: each plane is scaled by itself, then they
// are mixed. Loops that have nothing in common with the others, or that may not be fused, stay outside of it.
//
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3

#include <stdio.h>
#define FUNCTION __attribute__((noinline)) void

// CHECK-DAG: reach-back.c:[[#@LINE+6]]:3: remark: fused loop at line [[#@LINE+6]] with loop at line [[#@LINE+7]], {{.*}}; behind a run-time check of 3 pair(s) of pointers
// CHECK-DAG: reach-back.c:[[#@LINE+4]]:3: remark: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+5]],
// CHECK-DAG: reach-back.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]],
FUNCTION line(float *r, float *g, float *b, int n, float k) {
  for (int i = 0; i < n; i++) r[i] *= k;
  for (int i = 0; i < n; i++) g[i] *= .5f * k;
  for (int i = 0; i < n; i++) b[i] *= .3f * k;
  for (int i = 0; i < n; i++) {
    float R = r[i], G = g[i], B = b[i];
    r[i] = R + .5f * G - B, g[i] = G - .5f * R + B, b[i] = R + B;
  }
}

// CHECK-DAG: reach-back.c:[[#@LINE+4]]:3: remark: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]],
// CHECK-DAG: reach-back.c:[[#@LINE+5]]:3: remark: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+7]], {{.*}}; behind a run-time check of 1 pair(s) of pointers
FUNCTION planes(float *r, float *g, int w, int h, float k) {

  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) r[y * w + x] *= k;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) g[y * w + x] *= 1 - k;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) r[y * w + x] += g[y * w + x];
}

// The first loop is in nobody's way, but shares nothing.
// CHECK-DAG: reach-back.c:[[#@LINE+3]]:3: remark: loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused
// CHECK-DAG: reach-back.c:[[#@LINE+3]]:3: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}; behind a run-time check of 1 pair(s) of pointers
FUNCTION alone(float *a, float *g, float *r, int n, float k) {
  for (int i = 0; i < n; i++) a[i] = a[i] * k + 1;
  for (int i = 0; i < n; i++) g[i] *= .5f * k;
  for (int i = 0; i < n; i++) r[i] += g[i];
}

// The last loop reads one element of what the first one wrote behind it: it would come too early.
// CHECK-DAG: reach-back.c:[[#@LINE+3]]:3: remark: loop at line [[#@LINE+3]] and loop at line [[#@LINE+4]] not fused
// CHECK-DAG: reach-back.c:[[#@LINE+3]]:3: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}; behind a run-time check of
FUNCTION behind(float *r, float *g, int n, float k) {
  for (int i = 0; i < n; i++) r[i] *= k;
  for (int i = 0; i < n; i++) g[i] *= .5f * k;
  for (int i = 0; i < n; i++) g[i] += r[n - 1 - i];
}

#pragma clang optimize off
enum { N = 700 };
static float all[N];
static void fill(void) {
  for (int i = 0; i < N; i++) all[i] = i * 37 % 101 - 30;
}
static void show(const char *what, int at, int n) {
  float sum = 0;
  for (int i = 0; i < N; i++) sum = sum * 0.99f + all[i];
  printf("%s %d %d %a\n", what, at, n, sum);
}
int main(void) {
  for (int at = 0; at <= 200; at += at < 3 ? 1 : 197)
    for (int n = 0; n <= 130; n += n < 4 ? 1 : 63) {
      fill(), line(all, all + at, all + 2 * at, n, 0.75f), show("line", at, n);
      fill(), planes(all, all + at, n % 12, n / 12, 0.75f), show("planes", at, n);
      fill(), alone(all, all + at, all + 2 * at, n, 0.75f), show("alone", at, n);
      fill(), behind(all, all + at, n, 0.75f), show("behind", at, n);
    }
}
