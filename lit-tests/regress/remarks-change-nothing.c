// What is fused must not depend on whether anybody asks for remarks. Here the third pair only becomes
// adjacent by the fusion of the second one, which a look at the loops as they come does not show.
//
// RUN: %clang -O1 -Xclang -disable-llvm-passes -emit-llvm -c %s -o %t.raw.bc
// RUN: opt -passes='function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,simplifycfg)' %t.raw.bc -o %t.bc
// RUN: %opt -passes='loop-fuse<verify;no-profit>' -S %t.bc -o %t.quiet.ll
// RUN: %opt -passes='loop-fuse<verify;no-profit>' -pass-remarks=loop-fuse -S %t.bc -o %t.loud.ll 2>&1 | FileCheck %s
// RUN: diff %t.quiet.ll %t.loud.ll
//
// CHECK-COUNT-2: fused loop

int A[70], B[70], C[70], D[70], E[70];

int f(short n, int m, int q) {
  int x = q, l = 5;
  if (n > 0 && n > -1)
    for (int i = 1; i < (int)n; i++) {
      B[i + 8] = A[i + 8] * 3 + 1;
      if (A[i + 8] & 1) E[i + 8] = 3;
      l = A[i + 8];
    }
  x -= q;
  for (int i = 0; i < (int)(n - 1); i++) C[i + 8] = B[i + 9] * 4 + x;
  if (m > 0 && n > 0) {
    for (int i = 0; i < (int)n; i++) D[i + 8] = C[i + 8] * 4 + q;
    if (n > 0)
      for (int i = 0; i < (int)n; i++) {
        A[i + 8] = D[i + 8] + i;
        if (D[i + 8] & 1) E[i + 8] = 6;
      }
  }
  for (long i = 0; i < (long)n; i++) B[i + 8] = D[i + 7] * 3 + 1;
  return x + l;
}
