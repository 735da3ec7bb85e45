// Planes that are so far apart that every sixteenth is the first one again: a condition that changes with the plane
// leaves out the others. It does not change inside, so that rows run always or never, but not planes.
//
// RUN: %clang -O1 -S -emit-llvm %s -o - | %opt -passes='loop-fuse<print-verdicts;no-profit>' -disable-output 2>&1 | FileCheck %s
// RUN: %run_both --options='no-profit' %s
// RUN: %run_both --options='no-profit' %s -O1
// CHECK: loop-fuse: function planes
// CHECK-NOT: [Fused]
// CHECK: loop-fuse: function main

#include <stdio.h>

#define FAR (1ul << 60) // 2^64 bytes are 16 planes of four-byte elements

__attribute__((noinline)) void planes(int *restrict a, int *restrict b, const int *restrict on, unsigned long n,
                                      unsigned short rows) {
  for (unsigned long i = 0; i < n; i++) {
    int is_on = on[i] > 0;
    for (unsigned k = 0; k < rows; k++)
      if (is_on)
        for (unsigned long j = 0; j < 40; j++) a[i * FAR + k * 40 + j] = i + 3 * j + k;
  }
  for (unsigned long i = 0; i < n; i++) {
    int is_on = on[i] > 0;
    for (unsigned k = 0; k < rows; k++)
      if (is_on)
        for (unsigned long j = 0; j < 40; j++) b[i * 160 + k * 40 + j] = a[i * FAR + k * 40 + j] + 1;
  }
}

int main(void) {
  static int a[400], b[160 * 40], on[40];
  for (int i = 0; i < 40; i++) on[i] = i % 16 == 0;
  planes(a, b, on, 40, 4);
  unsigned sum = 0;
  for (int i = 0; i < 160 * 40; i++) sum = sum * 31 + b[i];
  printf("%u %d\n", sum, a[7]);
  return 0;
}
