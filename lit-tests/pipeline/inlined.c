// Loops of small functions meet after inlining; the heap temporary between them goes away.
//
// RUN: %clang_fuse -O2 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %run_both --fused %s -DMAIN
//
// CHECK-LABEL: define {{.*}}@work
// CHECK-NOT: @malloc
// CHECK: ret void

#include <stdlib.h>

static void add(int n, const int *restrict from, int *restrict to) {
  for (int i = 0; i < n; i++) to[i] = from[i] + 1;
}

static void twice(int n, const int *restrict from, int *restrict to) {
  for (int i = 0; i < n; i++) to[i] = from[i] * 2;
}

void work(int n, const int *restrict from, int *restrict to) {
  int *temporary = malloc(n * sizeof *temporary);
  add(n, from, temporary);
  twice(n, temporary, to);
  free(temporary);
}

#ifdef MAIN
#include <stdio.h>
int main(void) {
  int from[100], to[100];
  for (int i = 0; i < 100; i++) from[i] = i * i;
  work(100, from, to);
  printf("%d %d\n", to[3], to[99]);
}
#endif
