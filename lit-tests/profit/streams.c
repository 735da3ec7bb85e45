// Walking through more arrays than a set of the first-level cache has lines pays only where many of them
// are shared, or vanish.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -mllvm -loop-fuse-options=max-streams=9 -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s --check-prefix=RAISED
// RUN: %run_both --fused %s

#include <stdio.h>
#include <stdlib.h>

#define SIZE 1000
static double A[SIZE], B[SIZE], C[SIZE], D[SIZE], E[SIZE], F[SIZE], G[SIZE], H[SIZE], I[SIZE];

// CHECK-DAG: [[@LINE+3]]:3: remark: loop at line [[@LINE+3]] and loop at line [[@LINE+4]] not fused: the fused loop would walk through 9 arrays and save few of them, limit is 8: arrays of one alignment would evict each other from the cache; raise the parameter max-streams
// RAISED: [[@LINE+2]]:3: remark: fused loop at line [[@LINE+2]] with loop at line [[@LINE+3]]
__attribute__((noinline)) static void one_shared(long n) {
  for (long i = 0; i < n; i++) A[i] = B[i] + C[i] * D[i] - E[i];
  for (long i = 0; i < n; i++) I[i] = A[i] + F[i] * G[i] - H[i];
}

// CHECK-DAG: [[@LINE+2]]:3: remark: fused loop at line [[@LINE+2]] with loop at line [[@LINE+3]]
__attribute__((noinline)) static void most_shared(long n) {
  for (long i = 0; i < n; i++) A[i] = B[i] + C[i] * D[i] - E[i] + F[i] * G[i];
  for (long i = 0; i < n; i++) H[i] = B[i] - C[i] * D[i] + E[i] - F[i] * I[i];
}

// CHECK-DAG: [[@LINE+3]]:3: remark: fused loop at line [[@LINE+3]] with loop at line [[@LINE+4]]
__attribute__((noinline)) static void of_its_own(long n) {
  double *own = malloc(n * sizeof *own);
  for (long i = 0; i < n; i++) own[i] = B[i] + C[i] * D[i] - E[i];
  for (long i = 0; i < n; i++) I[i] = own[i] + F[i] * G[i] - H[i];
  free(own);
}

// CHECK-DAG: [[@LINE+2]]:3: remark: fused loop at line [[@LINE+2]] with loop at line [[@LINE+3]]
__attribute__((noinline)) static void short_loops(void) {
  for (long i = 0; i < 100; i++) A[i] = B[i] + C[i] * D[i] - E[i];
  for (long i = 0; i < 100; i++) I[i] = A[i] + F[i] * G[i] - H[i];
}

int main(void) {
  double sum = 0;
  for (int i = 0; i < SIZE; i++) B[i] = i, C[i] = 2 * i, D[i] = 3, E[i] = i % 7, F[i] = i % 5, G[i] = 1, H[i] = -i;
  one_shared(SIZE - 1), most_shared(SIZE - 2), of_its_own(SIZE - 3), short_loops();
  for (int i = 0; i < SIZE; i++) sum += A[i] + 3 * H[i] + 7 * I[i];
  printf("%f\n", sum);
}
