// Subscripts that are computed in fewer bits than an address has, and may wrap around there: `y * w + x - 1` as an
// `int`, which loses its promise where both loops compute it, or as an `unsigned`, and numbers of 8, 16 and 21 bits.
// The check asks that no one of them leaves the numbers that are in order, or takes all that there are; the program
// runs with some that wrap around.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=192;place=early' %s
// RUN: %run_both --fused --options='check-work=192;place=late' %s -O3
#include <stdio.h>
#define FUNCTION __attribute__((noinline)) void

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; behind a run-time check of
FUNCTION images(int *p, int *q, const int *r, int h, int w) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) p[y * w + x] = r[y * w + x - 1] ^ r[y * w + x];
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) q[y * w + x] = p[y * w + x] + 3 * r[y * w + x - 1];
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; behind a run-time check of
FUNCTION unsigned_words(int *p, int *q, const int *r, unsigned from, unsigned n) {
  for (unsigned i = 0; i < n; i++) p[i] = r[from + i] ^ 7;
  for (unsigned i = 0; i < n; i++) q[i] = p[i] + 3 * r[from + i];
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; behind a run-time check of
FUNCTION unsigned_shorts(int *p, int *q, const int *r, int from, int n) {
  for (int i = 0; i < n; i++) p[i] = r[(unsigned short)(from + i)] ^ 7;
  for (int i = 0; i < n; i++) q[i] = p[i] + 3 * r[(unsigned short)(from + i)];
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; behind a run-time check of
FUNCTION shorts_that_fall(int *p, int *q, const int *r, int from, int n) {
  for (int i = 0; i < n; i++) p[i] = r[(short)(from - 3 * i)] ^ 7;
  for (int i = 0; i < n; i++) q[i] = p[i] + 3 * r[(short)(from - 3 * i)];
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; behind a run-time check of
FUNCTION bytes(int *p, int *q, const int *r, int from, int n) {
  for (int i = 0; i < n; i++) p[i] = r[(unsigned char)(from + i)] ^ 7;
  for (int i = 0; i < n; i++) q[i] = p[i] + 3 * r[(unsigned char)(from + i)];
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; behind a run-time check of
FUNCTION bits(int *p, int *q, const int *r, int from, int n) {
  for (int i = 0; i < n; i++) p[i] = r[(unsigned _BitInt(21))(from + i)] ^ 7;
  for (int i = 0; i < n; i++) q[i] = p[i] + 3 * r[(unsigned _BitInt(21))(from + i)];
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; behind a run-time check of
FUNCTION signed_bits(int *p, int *q, const int *r, int from, int n) {
  for (int i = 0; i < n; i++) p[i] = r[(signed _BitInt(21))(from - 2 * i)] ^ 7;
  for (int i = 0; i < n; i++) q[i] = p[i] + 3 * r[(signed _BitInt(21))(from - 2 * i)];
}

enum { ALL = 200000, MANY = 1 << 21 };
static int all[ALL], many[MANY + 200];
static void show(const char *what) {
  unsigned sum = 0;
  for (int i = 0; i < ALL; i++) sum = sum * 31 + (unsigned)all[i];
  printf("%s %u\n", what, sum);
  for (int i = 0; i < ALL; i++) all[i] = (int)((unsigned)i * 7919u % 1009u);
}
static void show_many(const char *what) {
  unsigned sum = 0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 300; i++) sum = sum * 31 + (unsigned)many[k * (MANY / 2 - 100) + i];
  printf("%s %u\n", what, sum);
}
int main(void) {
  int *low = all + 50000, *high = all + 116000, *half = many + MANY / 2;
  show("nothing");
  for (int n = 0; n < 60; n += 1 + n / 6) {
    images(all, all + 5000, all + 10000, n, n + 3), show("apart");
    images(all, all + 1, all + 10000, n, n + 3), show("p and q overlap");
    images(all, all + 5000, all + 5001, n, n + 3), show("q and r overlap");
    images(all, all + 5000, all, n, n + 3), show("p is r");
    unsigned_words(all, all + 5000, all + 10000, (unsigned)n, (unsigned)n), show("words");
    unsigned_words(all, all + 5000, all + 5000, 1, (unsigned)n), show("words overlap");
    for (int from = -300; from < 300; from += 150) {
      unsigned_shorts(all, all + 5000, low, from, n), show("apart");
      unsigned_shorts(all, low, low, from, n), show("wraps around to the begin");
      unsigned_shorts(all, high, low, from, n), show("at the end");
      shorts_that_fall(all, all + 5000, low, from, n), show("apart");
      shorts_that_fall(all, low - 300, low, from, n), show("below zero");
      bytes(all, all + 5000, low, from, n), show("apart");
      bytes(all, low, low, from, n), show("bytes");
      bytes(all, low + 200, low, from, n), show("bytes");
    }
    for (int from = 32700; from < 32800; from += 17) {
      unsigned_shorts(all, low + 32700, low, from, n), show("half of it");
      shorts_that_fall(all, low - 32768, low, from, n), show("wraps around to below zero");
      shorts_that_fall(all, low + 32700, low, -from, n), show("wraps around to above zero");
    }
  }
  for (int n = 1; n < 60; n += 1 + n / 2)
    for (int from = -70; from < 71; from += 20) {
      bits(all, many + 3, many, from, n), show_many("wraps around to the begin");
      bits(all, many + MANY, many, from, n), show_many("at the end");
      bits(all, many + MANY / 2, many, MANY / 2 + from, n), show_many("half of it");
      bits(many, all, many, from, n), show("from the first loop");
      signed_bits(all, half - 60, half, from, n), show_many("below zero");
      signed_bits(all, many, half, from - MANY / 2, n), show_many("below all");
      signed_bits(all, many + MANY - 60, half, from - MANY / 2, n), show_many("above all");
    }
}
