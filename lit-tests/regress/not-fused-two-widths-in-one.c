// As not-fused-narrow-subscripts.c, with both widths in one of the loops: what kept that one from being
// vectorised alone, and so from being wrong, may go with fusion. (Not run: LLVM may get it wrong as it stands.)
//
// RUN: %clang_fuse -O3 -c %s -o /dev/null -mllvm -loop-fuse-options='no-profit;place=early' -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
//
// CHECK: loop at line [[#@LINE+5]] and loop at line [[#@LINE+8]] not fused: the loops have counters or subscripts of several narrow types that may wrap around

float A[256], B[64], C[8], D[256];

void both_in_the_first(long n) {
  for (long i = 0; i < n; i++) {
    A[(unsigned char)(i - 120)] = 4, C[(i - 1) & 3] = B[i + 1];
  }
  for (long i = 0; i < n; i++) D[i] = B[i] * 3;
}
