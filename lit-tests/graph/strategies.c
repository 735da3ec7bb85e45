// Each strategy plans other loops to be one: the output is the same.
//
// RUN: %run_both --fused '--options=strategy=pairwise' %s | FileCheck %s --check-prefixes=ALL,PAIRWISE
// RUN: %run_both --fused '--options=strategy=maximal' %s | FileCheck %s --check-prefixes=ALL,MAXIMAL
// RUN: %run_both --fused '--options=strategy=memory' %s | FileCheck %s --check-prefixes=ALL,MEMORY
// RUN: %run_both --fused '--options=strategy=auto' %s | FileCheck %s --check-prefixes=ALL,PAIRWISE
//
// What was planned is an analysis, where any was.
// RUN: %clang_fuse -g1 -O2 -S -o /dev/null %s -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s --check-prefix=NO-PLAN
// RUN: %clang_fuse -g1 -O2 -S -o /dev/null %s -Rpass-analysis=loop-fuse -mllvm -loop-fuse-options=strategy=memory 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLAN
// NO-PLAN-NOT: planned
//
// What a plan has in two loops is told; why it could not be one comes first.
// RUN: %clang_fuse -g1 -O2 -S -o /dev/null %s -Rpass-missed=loop-fuse -mllvm -loop-fuse-options=strategy=memory 2>&1 \
// RUN:   | FileCheck %s --check-prefix=APART
// RUN: %clang_fuse -g1 -O2 -S -o /dev/null %s -Rpass-missed=loop-fuse -mllvm -loop-fuse-options=strategy=maximal 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOT-APART
// NOT-APART-NOT: plans them
//
// By explain each group has what all strategies make of it, the one that is followed first.
// RUN: %clang_fuse -g1 -O2 -S -o /dev/null %s -Rpass-analysis=loop-fuse -mllvm -loop-fuse-options=explain 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EXPLAIN
// RUN: %clang_fuse -g1 -O2 -S -o /dev/null %s -Rpass-analysis=loop-fuse \
// RUN:   -mllvm '-loop-fuse-options=explain;strategy=memory' 2>&1 | FileCheck %s --check-prefix=EXPLAIN-MEMORY

#include <stdio.h>

enum { N = 1000 };
double a[N], b[N], c[N];

// They share what they read: that is worth it, but nothing goes.
// EXPLAIN-DAG: :[[#@LINE+4]]:3: remark: as written, of 2 loops from loop at line [[#@LINE+4]] on, pairwise makes one of loop at line [[#@LINE+4]], loop at line [[#@LINE+6]] ({{.*}} byte(s) need not move); auto the same as pairwise ({{.*}} byte(s) need not move); memory fuses none; maximal the same as pairwise (1 loop(s) fewer)
// EXPLAIN-MEMORY-DAG: :[[#@LINE+3]]:3: remark: as written, {{.*}}, memory fuses none; pairwise makes one of
__attribute__((noinline)) void shared(void) {
  // APART: strategies.c:[[#@LINE+1]]:3: remark: loop at line [[#@LINE+1]] and loop at line [[#@LINE+3]] not fused: strategy memory plans them to be in different loops; use the parameter strategy=pairwise
  for (int i = 0; i < N; i++)
    b[i] = a[i] * 2;
  for (int i = 0; i < N; i++)
    c[i] = a[i] + 1;
}

// An array goes.
// EXPLAIN-DAG: :[[#@LINE+4]]:3: remark: as written, {{.*}}; memory the same as pairwise (8000 byte(s) of arrays go); maximal
__attribute__((noinline)) double temporary(void) {
  double t[N];
  // PLAN: strategies.c:[[#@LINE+1]]:3: remark: loop at line [[#@LINE+1]], loop at line [[#@LINE+3]] are planned to be one (memory)
  for (int i = 0; i < N; i++)
    t[i] = a[i] * 3;
  for (int i = 0; i < N; i++)
    b[i] += t[i];
  return b[N / 2];
}

// Of two loops that could not be one, that is said.
__attribute__((noinline)) void backwards(void) {
  // APART: strategies.c:[[#@LINE+1]]:3: remark: loop at line [[#@LINE+1]] and loop at line [[#@LINE+3]] not fused: if fused
  for (int i = 0; i < N; i++)
    b[i] = a[i] * 2;
  for (int i = 0; i < N; i++)
    c[i] += b[N - 1 - i];
}

// One loop, but no more vectors: the sum keeps its order.
__attribute__((noinline)) double slower(void) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i];
  for (int i = 0; i < N; i++)
    c[i] += a[i];
  return sum;
}

// PAIRWISE: fused in shared
// MAXIMAL: fused in shared
// MEMORY-NOT: fused in shared
// ALL: fused in temporary
// MAXIMAL: fused in slower
// PAIRWISE-NOT: fused in slower
// MEMORY-NOT: fused in slower
// ALL: 80 61
// ALL-NEXT: 35 7979
int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i % 17;
  shared();
  backwards();
  double x = temporary(), y = slower();
  for (int i = 0; i < N; i += 100)
    printf("%g %g\n", b[i], c[i]);
  printf("%g %g\n", x, y);
}
