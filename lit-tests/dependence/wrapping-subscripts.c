// Subscripts of eight bits that wrap around: they come to each element once, so that the distance of two of them is known,
// as long as no loop runs longer than there are numbers.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options=no-profit %s -O3
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define N __attribute__((noinline))

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], trip count
N void same(const uint16_t *restrict in, uint16_t *restrict t, uint16_t *restrict out, unsigned char n, unsigned char off) {
  for (unsigned char i = 0; i < n; i++) t[(unsigned char)(off + i)] = in[i] * 3;
  for (unsigned char i = 0; i < n; i++) out[i] = t[(unsigned char)(off + i)] + 1;
}
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], trip count n; 1 load(s) replaced by values of earlier iterations
N void back(const uint16_t *restrict in, uint16_t *restrict t, uint16_t *restrict out, unsigned char n, unsigned char off) {
  for (unsigned char i = 0; i < n; i++) t[(unsigned char)(off + i)] = in[i] * 3;
  for (unsigned char i = 0; i < n; i++) out[i] = t[(unsigned char)(off + i - 1)] + 1;
}
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], trip count n; the first 1 iteration(s) of the first loop run before
N void ahead(const uint16_t *restrict in, uint16_t *restrict t, uint16_t *restrict out, unsigned char n, unsigned char off) {
  for (unsigned char i = 0; i < n; i++) t[(unsigned char)(off + i)] = in[i] * 3;
  for (unsigned char i = 0; i < n; i++) out[i] = t[(unsigned char)(off + i + 1)] + 1;
}
// 250 iterations further on is five back, too.
// CHECK-DAG: loop at line [[#@LINE+2]] and loop at line [[#@LINE+3]] not fused: {{.*}}no bounded shift is known
N void far(const uint16_t *restrict in, uint16_t *restrict t, uint16_t *restrict out, unsigned char n, unsigned char off) {
  for (unsigned char i = 0; i < n; i++) t[(unsigned char)(off + i)] = in[i] * 3;
  for (unsigned char i = 0; i < n; i++) out[i] = t[(unsigned char)(off + i + 5)] + 1;
}
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], trip count
N void down(const uint16_t *restrict in, uint16_t *restrict t, uint16_t *restrict out, unsigned char n, unsigned char off) {
  for (unsigned char i = 0; i < n; i++) t[(unsigned char)(off - i)] = in[i] * 3;
  for (unsigned char i = 0; i < n; i++) out[i] = t[(unsigned char)(off - i)] + 1;
}
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], trip count
N void two(const uint16_t *restrict in, uint16_t *restrict t, uint16_t *restrict out, unsigned char n, unsigned char off) {
  for (unsigned char i = 0; i < n / 2; i++) t[(unsigned char)(off + 2 * i)] = in[i] * 3;
  for (unsigned char i = 0; i < n / 2; i++) out[i] = t[(unsigned char)(off + 2 * i)] + 1;
}
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], trip count
N void anti(uint16_t *restrict in, uint16_t *restrict t, uint16_t *restrict out, unsigned char n, unsigned char off) {
  for (unsigned char i = 0; i < n; i++) out[i] = t[(unsigned char)(off + i)] + 1;
  for (unsigned char i = 0; i < n; i++) t[(unsigned char)(off + i)] = in[i] * 3;
}
// Values of the two iterations before are handed on; those before the first iteration are read where the subscript leads, around.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], trip count n; only where both run; the first 2 iteration(s) of the first loop run before; 2 load(s) replaced by values of earlier iterations
N void three(const uint16_t *restrict in, uint16_t *restrict t, uint16_t *restrict out, unsigned char n, unsigned char off) {
  for (unsigned char i = 0; i < n; i++) t[(unsigned char)(off + i)] = in[i] * 3;
  for (unsigned char i = 1; i + 1 < n; i++)
    out[i] = t[(unsigned char)(off + i - 1)] + t[(unsigned char)(off + i)] * 5 + t[(unsigned char)(off + i + 1)] * 7;
}
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], trip count n; only where both run; the first 2 iteration(s) of the first loop run before; 1 load(s) replaced by values of earlier iterations
N void gap(const uint16_t *restrict in, uint16_t *restrict t, uint16_t *restrict out, unsigned char n, unsigned char off) {
  for (unsigned char i = 0; i < n; i++) t[(unsigned char)(off + i)] = in[i] * 3;
  for (unsigned char i = 1; i + 1 < n; i++)
    out[i] = t[(unsigned char)(off + i - 1)] - t[(unsigned char)(off + i + 1)] * 7;
}
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], trip count {{.*}} load(s) replaced by values of earlier iterations
N void before(const uint16_t *restrict in, uint16_t *restrict t, uint16_t *restrict out, unsigned char n, unsigned char off) {
  for (unsigned char i = 3; i < n; i++) t[(unsigned char)(off + i)] = in[i] * 3;
  for (unsigned char i = 3; i < n; i++) out[i] = t[(unsigned char)(off + i - 3)] * 5 + 1;
}
int main() {
  static uint16_t in[256], t[256], out[256];
  typedef void F(const uint16_t *, uint16_t *, uint16_t *, unsigned char, unsigned char);
  F *f[] = {same, back, ahead, far, down, two, (F*)anti, three, gap, before};
  unsigned long h = 7;
  for (unsigned k = 0; k < 10; k++)
    for (unsigned n = 0; n < 256; n += 1 + (n > 20) * 13 + (n>240)*-13)
      for (unsigned off = 0; off < 256; off += 5) {
        for (int i = 0; i < 256; i++) in[i] = i * 17 + k, t[i] = i * 31, out[i] = i;
        f[k](in, t, out, n, off);
        for (int i = 0; i < 256; i++) h = h * 31 + t[i], h = h * 31 + out[i];
      }
  printf("%lu\n", h);
}
