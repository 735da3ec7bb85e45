// Functions that return an image, or NULL where there is no memory, as people write them. What is done with the image
// at once would fail then, so that nobody comes there without one. What the image is kept in goes, pixels are allocated
// before all loops, and these fuse.
//
// RUN: %clang_fuse -O2 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -O2 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=early' %s -O1 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=late' %s -O3 -ffp-contract=off

#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int width, height;
  float *pixels;
} image;

static image *make(int width, int height) {
  image *made = malloc(sizeof(image));
  if (!made)
    return NULL;
  made->width = width;
  made->height = height;
  made->pixels = malloc(sizeof(float) * width * height);
  if (!made->pixels) {
    free(made);
    return NULL;
  }
  return made;
}

static void drop(image *old) {
  if (old) {
    free(old->pixels);
    free(old);
  }
}

static image *gray(const unsigned char *rgb, int width, int height) {
  image *out = make(width, height);
  if (!out)
    return NULL;
  // CHECK-DAG: [[#@LINE+1]]:3: remark: fused loop at line [[#@LINE+1]] with loop at line [[#@LINE+10]], {{.*}} as a loop over rows
  for (int i = 0; i < width * height; i++)
    out->pixels[i] = (0.3f * rgb[3 * i] + 0.6f * rgb[3 * i + 1] + 0.1f * rgb[3 * i + 2]) / 255.0f;
  return out;
}

static image *differences(const image *in) {
  image *out = make(in->width, in->height);
  if (!out)
    return NULL;
  for (int y = 0; y < in->height; y++)
    for (int x = 0; x < in->width; x++)
      out->pixels[y * out->width + x] = in->pixels[y * in->width + x] * 2 - (x > 0 ? in->pixels[y * in->width + x - 1] : 0);
  return out;
}

static image *scale(const image *in, float factor) {
  image *out = make(in->width, in->height);
  if (!out)
    return NULL;
  for (int i = 0; i < in->width * in->height; i++)
    out->pixels[i] = in->pixels[i] * factor;
  return out;
}

__attribute__((noinline)) static float stages(const unsigned char *rgb, float *result, int width, int height) {
  image *a = gray(rgb, width, height);
  image *b = differences(a);
  image *c = scale(b, 1.5f);
  float sum = (float)c->width;
  for (int i = 0; i < c->width * c->height; i++)
    result[i] = c->pixels[i];
  drop(a);
  drop(b);
  drop(c);
  return sum;
}

int main(void) {
  enum { W = 40, H = 24 };
  static unsigned char rgb[3 * W * H];
  static float result[W * H];
  for (int i = 0; i < 3 * W * H; i++) rgb[i] = (unsigned char)(i * 29 % 251);
  for (int h = 0; h <= H; h += h < 5 ? 1 : 19)
    for (int w = 0; w <= W; w = w < 6 ? w + 1 : w + 17) {
      for (int i = 0; i < W * H; i++) result[i] = -1;
      float sum = stages(rgb, result, w, h);
      for (int i = 0; i < W * H; i++) sum = 0.9f * sum + result[i];
      printf("%d %d %a\n", w, h, sum);
    }
}
