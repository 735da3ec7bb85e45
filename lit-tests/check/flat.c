// A loop over all elements at once before, between and behind nests over rows: it is a nest over these rows, too, where
// both sizes are positive and their product does not overflow. Else all loops run as they were.
//
// RUN: %clang_fuse -O2 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -O2 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=early' %s -O1 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=late' %s -O3 -ffp-contract=off

#include <stdio.h>
#include <stdlib.h>

// CHECK: [[#@LINE+3]]:3: remark: fused loop {{.*}}; as a loop over rows in place of one over all elements, where both sizes are positive
__attribute__((noinline)) void blur(const unsigned char *rgb, unsigned char *out, int width, int height) {
  float *gray = malloc(sizeof(float) * (width * height > 0 ? width * height : 1));
  for (int i = 0; i < width * height; i++) gray[i] = 0.3f * rgb[3 * i] + 0.6f * rgb[3 * i + 1] + 0.1f * rgb[3 * i + 2];
  for (int y = 1; y < height - 1; y++)
    for (int x = 1; x < width - 1; x++) {
      float *at = &gray[y * width + x];
      out[y * width + x] = (unsigned char)((at[-width] + at[-1] + at[0] + at[1] + at[width]) * 0.2f);
    }
  free(gray);
}

// Behind the nest; the count is computed in another width.
// CHECK: [[#@LINE+3]]:3: remark: fused loop {{.*}} as a loop over rows
__attribute__((noinline)) void clamp(const float *in, float *restrict t, float *restrict out, int w, int h) {
  const long n = (long)w * h;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) t[(long)y * w + x] = in[(long)y * w + x] - (x > 0 ? in[(long)y * w + x - 1] : 0);
  for (long i = 0; i < n; i++) out[i] = t[i] > 1 ? 1 : t[i];
}

// Unsigned sizes, whose product may wrap around: that is asked.
// CHECK: [[#@LINE+2]]:3: remark: fused loop {{.*}} as a loop over rows
__attribute__((noinline)) void sizes(const float *in, float *restrict t, float *restrict out, size_t w, size_t h) {
  for (size_t i = 0; i < w * h; i++) t[i] = in[i] * in[i];
  for (size_t y = 0; y < h; y++)
    for (size_t x = 0; x < w; x++) out[y * w + x] = t[y * w + x] + 1;
}

// Their product does wrap around.
#define WRAPS(name, type)                                                                                              \
  __attribute__((noinline)) void name(const float *in, float *restrict t, float *restrict out, type w, type h) {       \
    for (type i = 0; i < w * h; i++) t[i] = in[i] * in[i];                                                             \
    for (type y = 0; y < h && y < 3; y++)                                                                              \
      for (type x = 0; x < w && x < 20; x++) out[y * 20 + x] = t[y * 20 + x] + 1;                                      \
  }
WRAPS(wraps_int, unsigned)
WRAPS(wraps_size, size_t)

// Constants: 48 rows, of which the nest leaves out two.
// CHECK: [[#@LINE+3]]:3: remark: fused loop {{.*}} as a loop over rows
__attribute__((noinline)) void constants(const float *restrict in, float *restrict out) {
  static float t[64 * 48];
  for (int i = 0; i < 64 * 48; i++) t[i] = in[i] * 2;
  for (int y = 1; y < 47; y++)
    for (int x = 1; x < 63; x++) out[y * 64 + x] = t[y * 64 - 64 + x] + t[y * 64 + 64 + x];
}

// Under a condition of its own, which is kept.
__attribute__((noinline)) void under(const float *in, float *restrict t, float *restrict out, int w, int h, int is) {
  if (is)
    for (int i = 0; i < w * h; i++) t[i] = in[i] * 3;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = t[y * w + x] + 1;
}

// The number of the iteration is used as such, and in other widths.
// CHECK: [[#@LINE+2]]:3: remark: fused loop {{.*}} as a loop over rows
__attribute__((noinline)) void numbers(float *restrict t, double *restrict out, int w, int h) {
  for (int i = 0; i < w * h; i++) t[i] = (float)(i % 7) + (float)(short)(i * 3) + (i + 1 == w * h ? 100 : 0);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = t[y * w + x] + y;
}

// Rows of w * c values: of three factors, two make up a row.
// CHECK: [[#@LINE+2]]:3: remark: fused loop {{.*}} as a loop over rows
__attribute__((noinline)) void channels(const float *in, float *restrict t, float *restrict out, int w, int h, int c) {
  for (int i = 0; i < w * h * c; i++) t[i] = in[i] * 2;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w * c; x++) out[y * (w * c) + x] = t[y * (w * c) + x] + 1;
}

static void print(const char *name, int w, int h, const float *a, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++) sum = sum * 31 + (unsigned)(int)(a[i] * 64);
  printf("%s %d %d %u\n", name, w, h, sum);
}

int main(void) {
  enum { N = 64 * 48 };
  static float in[N], t[N], out[N];
  static double wide[N];
  static unsigned char rgb[3 * N], bytes[N];
  for (int i = 0; i < N; i++) in[i] = (float)(i * 31 % 17) - 5;
  for (int i = 0; i < 3 * N; i++) rgb[i] = (unsigned char)(i * 29 % 251);
  for (int h = -3; h < 8; h++)
    for (int w = -4; w < 20; w = w < 5 ? w + 1 : w + 7) {
      blur(rgb, bytes, w, h);
      for (int i = 0; i < N; i++) out[i] = bytes[i];
      print("blur", w, h, out, N);
      clamp(in, t, out, w, h);
      print("clamp", w, h, out, N);
      under(in, t, out, w, h, (w + h) & 1);
      print("under", w, h, out, N);
      numbers(t, wide, w, h);
      for (int i = 0; i < N; i++) out[i] = (float)wide[i];
      print("numbers", w, h, out, N);
      print("t", w, h, t, N);
      for (int c = -2; c < 4; c++) {
        channels(in, t, out, w, h, c);
        print("channels", w, h, out, N), print("t", w, h, t, N);
      }
      if (w < 0 || h < 0)
        continue;
      sizes(in, t, out, (size_t)w, (size_t)h);
      print("sizes", w, h, out, N);
      wraps_int(in, t, out, (unsigned)w, (unsigned)h);
      wraps_size(in, t, out, (size_t)w, (size_t)h);
      print("wraps", w, h, out, N);
    }
  // 2^32 + 59 and 2^64 + 96 elements, as it were.
  wraps_int(in, t, out, 1431655785u, 3), print("wraps", 0, 3, out, N), print("t", 0, 3, t, N);
  wraps_size(in, t, out, ((size_t)1 << 63) + 48, 2), print("wraps", 0, 2, out, N), print("t", 0, 2, t, N);
  constants(in, out), print("constants", 64, 48, out, N);
}
