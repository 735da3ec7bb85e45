// What orders loops beside memory that both touch: code between, conditions, counts, exits, pragmas.
//
// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN:   | opt -passes='function(sroa,instcombine,simplifycfg),inferattrs' -S -o %t.ll
// RUN: %opt -passes='loop-fuse<print-graph>' -disable-output %t.ll 2>&1 | FileCheck %s

int puts(const char *);

// Loads what the first loop writes; the last loop reads what is stored then.
// CHECK: "name":"between
// CHECK-SAME: {"from":"L1","to":"S1","kind":"order"},{"from":"S1","to":"S2","kind":"order"},{"from":"S2","to":"L3","kind":"order"}
void between(double *restrict x, double *restrict y, double *restrict z) {
  for (int i = 0; i < 100; i++) x[i] = i;
  z[0] = x[3];
  for (int i = 0; i < 100; i++) y[i] = x[i];
  for (int i = 0; i < 100; i++) y[i] += z[i];
}

// Code that can go before all, or behind all, is no node.
// CHECK-NEXT: "name":"free_of_order
// CHECK-NOT: "kind":"code"
// CHECK-SAME: "edges":[{"from":"L1","to":"L2","kind":"flow"
void free_of_order(double *restrict x, double *restrict y, const double *restrict in, double *restrict out) {
  for (int i = 0; i < 100; i++) x[i] = i;
  out[0] = in[1];
  for (int i = 0; i < 100; i++) y[i] = x[i];
}

// A condition that is loaded from what the first loop writes: the second one stays behind it.
// CHECK-NEXT: "name":"condition
// CHECK-SAME: {"from":"L1","to":"S1","kind":"order"},{"from":"S1","to":"L2","kind":"order"}
// CHECK-SAME: "refused":{{\[\["L1","L2"\]}}
void condition(double *restrict x, double *restrict y, double *restrict z) {
  for (int i = 0; i < 100; i++) z[i] = 1;
  if (z[0] > 3)
    for (int i = 0; i < 100; i++) x[i] = 1;
  for (int i = 0; i < 100; i++) y[i] = z[i] + x[i];
}

// A condition that the first loop computes.
// CHECK-NEXT: "name":"sum
// CHECK-SAME: {"from":"L1","to":"L2","kind":"order"}
void sum(double *restrict x, double *restrict y) {
  double s = 0;
  for (int i = 0; i < 100; i++) s += x[i];
  if (s > 0)
    for (int i = 0; i < 100; i++) y[i] = 2 * i;
}

// A count that is loaded from what the first loop writes.
// CHECK-NEXT: "name":"count
// CHECK-SAME: {"from":"L1","to":"S1","kind":"order"},{"from":"S1","to":"L2","kind":"order"}
void count(double *restrict x, double *restrict y) {
  for (int i = 0; i < 100; i++) x[i] = i;
  int m = (int)x[3];
  for (int i = 0; i < m; i++) y[i] = 1;
}

// What may not return.
// CHECK-NEXT: "name":"call
// CHECK-SAME: {"from":"L1","to":"S1","kind":"order"},{"from":"S1","to":"L2","kind":"order"}
void call(double *restrict x, double *restrict y) {
  for (int i = 0; i < 100; i++) x[i] = i;
  puts("between");
  for (int i = 0; i < 100; i++) y[i] = 2 * i;
}

// A way out, and arms of one condition.
// CHECK-NEXT: "name":"leaves
// CHECK-SAME: "refused":{{\[\["L1","L2"\]\]}}
void leaves(int c, double *restrict x, double *restrict y) {
  for (int i = 0; i < 100; i++) x[i] = i;
  if (c) return;
  for (int i = 0; i < 100; i++) y[i] = 1;
}
// CHECK-NEXT: "name":"arms
// CHECK-SAME: "refused":{{\[\["L1","L2"\]\]}}
void arms(int c, double *restrict x, double *restrict y) {
  if (c)
    for (int i = 0; i < 100; i++) x[i] = i;
  else
    for (int i = 0; i < 100; i++) y[i] = 2 * i;
}

// Pragmas of loops that have nothing in common, with a loop between that has to do with both.
// CHECK-NEXT: "name":"pragmas
// CHECK-SAME: "refused":{{\[\["L1","L3"\]\]}}
void pragmas(double *restrict x, double *restrict y, double *restrict z) {
#pragma clang loop vectorize_width(2)
  for (int i = 0; i < 100; i++) x[i] = i;
  for (int i = 0; i < 100; i++) y[i] = x[i];
#pragma clang loop vectorize_width(4)
  for (int i = 0; i < 100; i++) z[i] = y[i] + 1;
}

// Guards that differ: what a check must say, though nothing orders the loops.
// CHECK-NEXT: "name":"guards
// CHECK-SAME: {"from":"L1","to":"L2","kind":"order","need":[0],"assume":["L1 and L2 run"]}
void guards(int n, int m, double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) x[i] = i;
  for (int i = 0; i < m; i++) y[i] = 2 * i;
}

// Two elements in one iteration, or parts that never meet: no array of the loops' own that could be folded.
// CHECK-NEXT: "name":"parts
// CHECK-SAME: "bytes":128,{{.*}}"private":false
void parts(const double *restrict x, double *restrict y) {
  double t[16];
  for (int i = 0; i < 8; i++) {
    t[i + 8] = x[i];
    t[i] = 3 * x[i];
  }
  for (int i = 0; i < 8; i++) y[i] = t[i + 8];
}
