// A column that is read as a byte without a sign is less than 256, whatever else it is: rows that are no shorter do not meet.
//
// RUN: %clang_fuse -O2 -c %s -o %t.o -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -O2
// RUN: %run_both --fused --options=no-profit %s -O1

#include <stdio.h>

#define KERNEL(name, type, length) \
  __attribute__((noinline)) static void name(const type *restrict map, int *restrict t, int *restrict out, int h) { \
    for (int y = 0; y < h; y++) \
      for (int x = 0; x < 256; x++) t[y * length + map[x]] = y + x; \
    for (int y = 0; y < h; y++) \
      for (int x = 0; x < 256; x++) out[y * 256 + x] = t[y * length + map[255 - x]] * 2; \
  }

// CHECK-DAG: [[#@LINE+1]]:1: remark: fused loop {{.*}}, trip count 63 [
KERNEL(bytes, unsigned char, 256)
// What is one element behind the end of a row is in the next one.
// CHECK-DAG: [[#@LINE+1]]:1: remark: fused loop {{.*}}, trip count 63; the first 1 iteration(s) of the first loop run before
KERNEL(shorter_rows, unsigned char, 255)

int main(void) {
  static unsigned char map[256];
  static int t[64 * 256], out[64 * 256];
  for (int x = 0; x < 256; x++) map[x] = (x * 7 + 3) % 256;
  bytes(map, t, out, 63);
  unsigned sum = 0;
  for (int n = 0; n < 63 * 256; n++) sum = sum * 31 + out[n] + t[n];
  shorter_rows(map, t, out, 63);
  for (int n = 0; n < 63 * 256; n++) sum = sum * 31 + out[n] + t[n];
  printf("%u\n", sum);
  return 0;
}
