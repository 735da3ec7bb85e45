// Rows and columns that end at the border, as people write it: what such a subscript lies between is read off its
// minima, maxima, conditions and remainders. A row reads its own row, or the next one at most.
//
// RUN: %clang_fuse -O2 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s --implicit-check-not="remark: fused loop"
// RUN: %run_both --fused %s -O2 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=early' %s -O1 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=late' %s -O3 -ffp-contract=off

#include <stdio.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define KERNEL(name, row, left, right) \
  __attribute__((noinline)) static void name(const float *restrict in, float *restrict t, float *restrict out, int w, int h) { \
    for (int y = 0; y < h; y++) \
      for (int x = 0; x < w; x++) t[y * w + x] = in[y * w + x] * 2 + y; \
    for (int y = 0; y < h; y++) \
      for (int x = 0; x < w; x++) { \
        int l = left, r = right, n = row; \
        out[y * w + x] = t[n * w + l] + 3 * t[n * w + r]; \
      } \
  }

// CHECK-DAG: [[#@LINE+1]]:1: remark: fused loop {{.*}}, trip count argument 5 [
KERNEL(minimum, y, x > 0 ? x - 1 : 0, MIN(x + 1, w - 1))
// CHECK-DAG: [[#@LINE+1]]:1: remark: fused loop {{.*}}, trip count argument 5 [
KERNEL(condition, y, x > 0 ? x - 1 : 0, x < w - 1 ? x + 1 : w - 1)
// CHECK-DAG: [[#@LINE+1]]:1: remark: fused loop {{.*}}, trip count argument 5 [
KERNEL(repeated, y, x > 0 ? x - 1 : x, x < w - 1 ? x + 1 : x)
// CHECK-DAG: [[#@LINE+1]]:1: remark: fused loop {{.*}}, trip count argument 5 [
KERNEL(equal, y, x == 0 ? 0 : x - 1, x == w - 1 ? x : x + 1)
// CHECK-DAG: [[#@LINE+1]]:1: remark: fused loop {{.*}}, trip count argument 5 [
KERNEL(reversed, y, x >= 1 ? x - 1 : 0, x <= w - 2 ? x + 1 : w - 1)
// Of a row of one element it reads the next one.
// CHECK-DAG: [[#@LINE+1]]:1: remark: fused loop {{.*}}; the first 1 iteration(s) of the first loop run before
KERNEL(mirrored, y, x == 0 ? 1 : x - 1, x == w - 1 ? x - 1 : x + 1)
// The next row, as long as there is one.
// CHECK-DAG: [[#@LINE+1]]:1: remark: fused loop {{.*}}; the first 1 iteration(s) of the first loop run before
KERNEL(rows, y < h - 1 ? y + 1 : h - 1, x, x)
// CHECK-DAG: [[#@LINE+1]]:1: remark: fused loop {{.*}}; the first 2 iteration(s) of the first loop run before
KERNEL(two_rows, MIN(y + 2, h - 1), x, x)
// CHECK-DAG: [[#@LINE+1]]:1: remark: fused loop {{.*}}, trip count argument 5 [
KERNEL(rows_above, y > 0 ? y - 1 : 0, x, x)
// As LLVM writes it, `max(x, 1) - 1`.
// CHECK-DAG: [[#@LINE+1]]:1: remark: fused loop {{.*}}, trip count argument 5 [
KERNEL(maximum, MAX(y - 1, 0), MAX(x - 1, 0), MIN(x + 1, w - 1))
// The first row again behind the last one.
// CHECK-DAG: [[#@LINE+1]]:1: remark: fused loop {{.*}}; the first 1 iteration(s) of the first loop run before
KERNEL(around, (y + 1) % h, x, x)
// No row is near that is the lesser of others.
// CHECK-DAG: [[#@LINE+1]]:1: remark: loop {{.*}} not fused: {{if fused, the second loop reads|parts of argument 2 may overlap}}
KERNEL(last_rows, MAX(y, h - 2 > 0 ? h - 2 : 0), x, x)
// Ten rows on.
// CHECK-DAG: [[#@LINE+1]]:1: remark: loop {{.*}} not fused: {{if fused, the second loop reads|parts of argument 2 may overlap}}
KERNEL(far, MIN(y + 10, h - 1), x, x)
// The condition says nothing of what it chooses.
// CHECK-DAG: [[#@LINE+1]]:1: remark: loop {{.*}} not fused: {{if fused, the second loop reads|parts of argument 2 may overlap}}
KERNEL(other, x < w - 3 ? y : h - 1, x, x)

int main(void) {
  enum { N = 40 * 24 + 40 };
  static float in[N], t[N], out[N];
  for (int i = 0; i < N; i++) in[i] = (float)(i * 31 % 17);
  for (int h = 0; h <= 24; h += h < 5 ? 1 : 19)
    for (int w = 0; w <= 40; w = w < 6 ? w + 1 : w + 17) {
      void (*all[])(const float *, float *, float *, int, int) = {minimum, condition, repeated, equal, reversed,
        mirrored, rows, two_rows, rows_above, maximum, around, last_rows, far, other};
      for (int k = 0; k < 14; k++) {
        for (int i = 0; i < N; i++) t[i] = out[i] = (float)(i % 7);
        all[k](in, t, out, w, h);
        float sum = 0;
        for (int i = 0; i < N; i++) sum = 0.9f * sum + out[i] + t[i];
        printf("%d %d %d %a\n", k, w, h, sum);
      }
    }
}
