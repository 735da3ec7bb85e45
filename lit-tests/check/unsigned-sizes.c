// Images with unsigned sizes and subscripts of 32 bits, as many libraries have them: `y * w + x` may wrap around, and then
// rows meet that are far apart. A check asks that the sizes are not that large.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused --options='check-work=192' %s
// RUN: %run_both --fused --options='check-work=192;no-profit' %s | FileCheck %s --check-prefix=STEPS
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#define FUNCTION __attribute__((noinline)) void

// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+7]], {{.*}}behind a run-time check of 3 pair(s) of pointers; where the sizes of tmp keep rows apart
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+7]], trip count w
// STEPS-DAG: fused in three
FUNCTION three(const float *in, float *tmp, float *out, uint32_t w, uint32_t h) {
  for (uint32_t y = 0; y < h; y++)
    for (uint32_t x = 0; x < w; x++)
      tmp[y * w + x] = in[y * w + x] * 0.5f;
  for (uint32_t y = 0; y < h; y++)
    for (uint32_t x = 0; x < w; x++)
      out[y * w + x] = tmp[y * w + x] + 1;
}

// A plane behind another one.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]], {{.*}}where the sizes of p keep rows apart
// STEPS-DAG: fused in planes
FUNCTION planes(const float *in, float *p, unsigned w, unsigned h) {
  for (unsigned y = 0; y < h; y++)
    for (unsigned x = 0; x < w; x++)
      p[y * w + x] = in[y * w + x] * 0.5f;
  for (unsigned y = 0; y < h; y++)
    for (unsigned x = 0; x < w; x++)
      p[w * h + y * w + x] = p[y * w + x] + 1;
}

// Rows of a pitch of their own. With one of 2^31, the third row is the first one again.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]], {{.*}}where the sizes of t keep rows apart
// STEPS-DAG: fused in pitched
FUNCTION pitched(const uint8_t *restrict in, uint8_t *restrict t, uint8_t *restrict out, unsigned w, unsigned h, unsigned pitch) {
  for (unsigned y = 0; y < h; y++)
    for (unsigned x = 0; x < w; x++)
      t[y * pitch + x] = in[y * w + x] + y;
  for (unsigned y = 0; y < h; y++)
    for (unsigned x = 0; x < w; x++)
      out[y * w + x] = t[y * pitch + x] * 3;
}

// Pointers to rows, as many write them.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+9]], {{.*}}where the sizes of tmp keep rows apart
// STEPS-DAG: fused in by_row
FUNCTION by_row(const float *in, float *tmp, float *out, unsigned w, unsigned h) {
  for (unsigned y = 0; y < h; y++) {
    const float *from = in + y * w;
    float *to = tmp + y * w;
    for (unsigned x = 0; x < w; x++)
      to[x] = from[x] * 0.5f;
  }
  for (unsigned y = 0; y < h; y++) {
    const float *from = tmp + y * w;
    float *to = out + y * w;
    for (unsigned x = 0; x < w; x++)
      to[x] = from[x] + 1;
  }
}

// Sizes of 16 bits: 256 rows of 256 are the first one again behind the last one.
// STEPS-DAG: fused in narrow
FUNCTION narrow(const int *restrict in, int *restrict t, int *restrict out, uint16_t w, uint16_t h) {
  for (uint16_t y = 0; y < h; y++)
    for (uint16_t x = 0; x < w; x++)
      t[(uint16_t)(y * w + x)] = in[y + x] + y;
  for (uint16_t y = 0; y < h; y++)
    for (uint16_t x = 0; x < w; x++)
      out[(uint16_t)(y * w + x)] = t[(uint16_t)(y * w + x)] * 3;
}

// What lies far in front, modulo 2^32, is not told apart by sizes.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+5]] not fused: parts of t may overlap
FUNCTION wraps(const float *restrict in, float *restrict t, float *restrict out, unsigned w, unsigned h) {
  for (unsigned y = 0; y < h; y++)
    for (unsigned x = 0; x < w; x++)
      t[y * w + x] = in[y * w + x] * 0.5f;
  for (unsigned y = 0; y < h; y++)
    for (unsigned x = 0; x < w; x++)
      out[y * w + x] = t[(y - 7) * w * w + x] + 1;
}

static unsigned long hash = 7;
static void add(const void *data, long bytes) {
  const unsigned char *all = data;
  for (long i = 0; i < bytes; i++)
    hash = hash * 31 + all[i];
}

int main(void) {
  enum { SIDE = 70, ALL = 66000 };
  static float in[ALL], image[2 * ALL], out[ALL];
  static int from[ALL], t[ALL], to[ALL];
  for (int i = 0; i < ALL; i++)
    in[i] = i % 97, from[i] = i * 7;
  unsigned sides[] = {0, 1, 2, 3, 17, 32, SIDE};
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 7; j++) {
      unsigned w = sides[i], h = sides[j];
      three(in, image, out, w, h);
      three(in, image, image + 1, w, h); // They overlap.
      add(image, sizeof image), add(out, sizeof out);
      by_row(in, image, out, w, h);
      by_row(in, image, image + 1, w, h);
      add(image, sizeof image), add(out, sizeof out);
      planes(in, image, w, h);
      planes(image, image, w, h);
      add(image, sizeof image);
      narrow(from, t, to, w, h);
      add(t, sizeof t), add(to, sizeof to);
    }
  narrow(from, t, to, 256, 258);
  add(t, sizeof t), add(to, sizeof to);
  narrow(from, t, to, 1000, 131);
  add(t, sizeof t), add(to, sizeof to);

  size_t far = 1ul << 31;
  uint8_t *rows = mmap(NULL, far + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (rows == MAP_FAILED)
    return 1;
  static uint8_t bytes[4096], results[4096];
  for (int i = 0; i < 4096; i++)
    bytes[i] = i * 13;
  unsigned pitches[] = {SIDE, 64, 100, 1u << 31};
  for (int i = 0; i < 4; i++)
    for (unsigned h = 0; h < 6; h++) {
      pitched(bytes, rows, results, 64, h, pitches[i]);
      add(results, sizeof results), add(rows, 4096);
    }
  printf("%lu\n", hash);
}
