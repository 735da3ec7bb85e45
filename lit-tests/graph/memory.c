// Where `memory` finds arrays that can go: in versions behind a check, as planes of one allocation, in loops over all elements.
//
// RUN: %run_both --fused '--options=strategy=memory' %s | FileCheck %s
// RUN: %clang_fuse -g1 -O2 -S -o /dev/null %s -Rpass-analysis=loop-fuse -Rpass=loop-fuse \
// RUN:   -mllvm -loop-fuse-options=strategy=memory 2>&1 | FileCheck %s --check-prefix=REMARK

#include <stdio.h>
#include <stdlib.h>

// Both pointers may be one: the plane is only touched by the version at hand, and by the original loops beside it.
// REMARK: memory.c:[[#@LINE+4]]:3: remark: loop at line [[#@LINE+4]], loop at line [[#@LINE+7]] are planned to be one (memory)
// REMARK: memory.c:[[#@LINE+3]]:3: remark: array a value (call) {{.*}} folded onto 4 row(s)
__attribute__((noinline)) void blur(float *out, const float *in, int w, int h) {
  float *t = malloc(sizeof(float) * w * h);
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++)
      t[y * w + x] = in[y * w + x - 1] + in[y * w + x + 1];
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      out[y * w + x] = t[(y - 1) * w + x] + t[(y + 1) * w + x];
  free(t);
}

// Three planes of one allocation.
// REMARK: memory.c:[[#@LINE+5]]:5: remark: array a value (call) {{.*}} is allocated only where the original loops run
__attribute__((noinline)) void planes(float *out, const float *in, int w, int h) {
  int n = w * h;
  float *p = malloc(sizeof(float) * 3 * n);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      p[y * w + x] = in[y * w + x] * 2;
      p[n + y * w + x] = in[y * w + x] + 1;
      p[2 * n + y * w + x] = in[y * w + x] - 3;
    }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = p[y * w + x] * p[n + y * w + x] + p[2 * n + y * w + x];
  free(p);
}

// Beside the loops the array is read again: nothing goes, and nothing is planned.
// REMARK-NOT: memory.c:[[#@LINE+3]]:{{.*}}planned
__attribute__((noinline)) float kept(float *restrict out, const float *restrict in, int n, int k) {
  float *t = malloc(sizeof(float) * n);
  for (int i = 0; i < n; i++)
    t[i] = in[i] * 2;
  for (int i = 0; i < n; i++)
    out[i] = t[i] + 1;
  float last = t[k];
  free(t);
  return last;
}

// CHECK: fused in blur
// CHECK: fused in planes
// CHECK-NOT: fused in kept
enum { W = 37, H = 23 };
float in[W * H], out[W * H];

static double sum(void) {
  double all = 0;
  for (int i = 0; i < W * H; i++)
    all = all * 0.5 + out[i];
  return all;
}

int main(void) {
  for (int i = 0; i < W * H; i++)
    in[i] = i % 29;
  blur(out, in, W, H);
  printf("%g\n", sum());
  planes(out, in, W, H);
  printf("%g\n", sum());
  printf("%g %g\n", kept(out, in, W * H, 100), sum());
  planes(in, in, W, H);
  blur(in, in, W, H);
  blur(out, in, W, 1);
  planes(out, in, 1, H);
  printf("%g %g\n", sum(), in[5 * W + 7]);
}
