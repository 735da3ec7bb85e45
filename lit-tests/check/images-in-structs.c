// Images in structs, as people write them: a loop over all pixels, or a nest with a border, loads the pointer under a
// condition of its own. All loops have one pointer then, and a check can ask for it. An image that no loop comes to
// need not be there.
//
// RUN: %clang_fuse -O2 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -O2 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=early' %s -O1 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=late' %s -O3 -ffp-contract=off

#include <stdio.h>

typedef struct {
  int w, h;
  float *data;
} image;

// CHECK-DAG: [[#@LINE+2]]:3: remark: fused loop {{.*}} with loop at line [[#@LINE+4]], {{.*}} as a loop over rows {{.*}} behind a run-time check
__attribute__((noinline)) static void gray_blur(const unsigned char *rgb, image *g, image *out) {
  for (int i = 0; i < g->w * g->h; i++)
    g->data[i] = 0.3f * rgb[3 * i] + 0.6f * rgb[3 * i + 1] + 0.1f * rgb[3 * i + 2];
  for (int y = 0; y < g->h; y++)
    for (int x = 1; x < g->w - 1; x++)
      out->data[y * out->w + x] = (g->data[y * g->w + x - 1] + g->data[y * g->w + x] + g->data[y * g->w + x + 1]) / 3;
}

// CHECK-DAG: [[#@LINE+2]]:3: remark: fused loop {{.*}} with loop at line [[#@LINE+5]], {{.*}} as a loop over rows {{.*}} behind a run-time check
__attribute__((noinline)) static void threshold(image *g, image *out) {
  for (int y = 0; y < g->h; y++)
    for (int x = 0; x < g->w; x++)
      g->data[y * g->w + x] *= g->data[y * g->w + x];
  for (int i = 0; i < g->w * g->h; i++)
    out->data[i] = g->data[i] > 0.5f ? 1.f : 0.f;
}

// CHECK-DAG: [[#@LINE+2]]:3: remark: fused loop {{.*}} with loop at line [[#@LINE+5]], {{.*}} behind a run-time check
__attribute__((noinline)) static void border(image *g, image *out) {
  for (int y = 0; y < g->h; y++)
    for (int x = 0; x < g->w; x++)
      g->data[y * g->w + x] += 1;
  for (int y = 0; y < g->h; y++)
    for (int x = 1; x < g->w - 1; x++)
      out->data[y * out->w + x] = g->data[y * g->w + x - 1] - g->data[y * g->w + x + 1];
}

// The pointer is another one behind the first loop.
__attribute__((noinline)) static void swapped(image *g, image *out, float *other) {
  for (int y = 0; y < g->h; y++)
    for (int x = 0; x < g->w; x++)
      g->data[y * g->w + x] += 1;
  g->data = other;
  for (int y = 0; y < g->h; y++)
    for (int x = 1; x < g->w - 1; x++)
      out->data[y * out->w + x] = g->data[y * g->w + x - 1] - g->data[y * g->w + x + 1];
}

static void print(const char *name, int w, int h, const float *a, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) sum = sum * 31 + (unsigned)(int)(a[i] * 64);
  printf("%s %d %d %u\n", name, w, h, sum);
}

int main(void) {
  enum { N = 3 * 40 * 24 };
  static float all[N];
  static unsigned char rgb[N];
  for (int i = 0; i < N; i++) rgb[i] = (unsigned char)(i * 29 % 251);
  for (int h = -2; h < 10; h++)
    for (int w = -3; w < 34; w = w < 6 ? w + 1 : w + 9) {
      if (w < 0 && h < 0)
        continue;
      // Apart, and one over the other.
      for (int at = 0; at < 2 * N / 3; at += N / 3 - 7) {
        for (int i = 0; i < N; i++) all[i] = (float)(i * 31 % 17) / 16;
        image g = {w, h, all}, out = {w + 2, h, all + at};
        int has_pixels = w > 0 && h > 0, has_inner = w > 2 && h > 0;
        if (!has_pixels)
          g.data = NULL;
        gray_blur(has_pixels ? rgb : NULL, &g, has_inner ? &out : NULL), print("blur", w, h, all, N);
        threshold(&g, has_pixels ? &out : NULL), print("threshold", w, h, all, N);
        border(&g, has_inner ? &out : NULL), print("border", w, h, all, N);
        swapped(&g, has_inner ? &out : NULL, all + 5), print("swapped", w, h, all, N);
      }
    }
}
