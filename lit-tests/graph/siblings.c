// The graph of a group of siblings: one line of JSON each, and nothing is changed.
//
// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN:   | opt -passes='function(sroa,instcombine,simplifycfg),inferattrs' -S -o %t.ll
// RUN: %opt -passes='loop-fuse<print-graph>' -S %t.ll -o %t.out.ll 2>&1 | FileCheck %s
// RUN: opt -S %t.ll | diff - %t.out.ll

extern double a[1000], b[1000], c[1000];
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);

// CHECK: {"version":1,"name":"ahead loop at line 43","limits":{"max_shift":4,
// CHECK-SAME: "nodes":[{"id":"L1","kind":"loop","trips":[1000],"cost":{{[0-9]+}},"carried":0,"vector":"yes","label":"loop at line 43, trip count 1000"},
// CHECK-SAME: {"id":"L2","kind":"loop","trips":[999],
// CHECK-SAME: "arrays":[{"id":"A1","bytes":8000,"label":"a","step":[8],"private":false,"live_in":true},
// CHECK-SAME: "edges":[{"from":"L1","to":"L2","kind":"flow","array":"A2","need":[1],"least":[1],"saves":7992},
// CHECK-SAME: {"from":"L1","to":"L3","kind":"anti","array":"A1","need":[0],"least":[0],"saves":8000},
// CHECK-SAME: {"from":"L2","to":"L3","kind":"flow","array":"A3","need":[0],"least":[0],"saves":7992}]}
// CHECK-NEXT: {"version":1,"name":"pointers
// CHECK-SAME: "trips":["n1"]{{.*}}"trips":["n1"]{{.*}}"trips":["n2"]
// CHECK-SAME: {"from":"L1","to":"L2","kind":"output","array":"A2","need":[0],"assume":["A2 and A3 are apart"]},{"from":"L1","to":"L2","kind":"input","array":"A1"}
// CHECK-SAME: {"from":"L2","to":"L3","kind":"flow","array":"A3","need":[0],"least":[0],"assume":["L2 and L3 run"]}
// CHECK-NEXT: {"version":1,"name":"value
// CHECK-SAME: "carried":1,"vector":"no"
// CHECK-SAME: {"from":"L1","to":"L2","kind":"order"}]}
// CHECK-NEXT: {"version":1,"name":"code
// CHECK-SAME: {"id":"S1","kind":"code","cost":0,"carried":0,"label":"load from x (line 65)"},{"id":"S2",{{.*}}"store to y (line 65)"},{"id":"L2"
// CHECK-SAME: {"id":"C3","kind":"code",{{.*}} may not return"},{"id":"L4"
// CHECK-SAME: {"from":"L1","to":"S1","kind":"order"}{{.*}}{"from":"S1","to":"S2","kind":"order"}{{.*}}{"from":"S2","to":"L2","kind":"order"}
// CHECK-NEXT: {"version":1,"name":"own
// CHECK-SAME: {"id":"A2","bytes":800,"label":"t","step":[8],"private":true,"live_in":false}
// CHECK-NEXT: {"version":1,"name":"nests loop at line 81"
// CHECK-SAME: "vector":"outer"
// CHECK-SAME: "step":[400]
// CHECK-NEXT: {"version":1,"name":"nests loop at line 84"
// CHECK-NEXT: {"version":1,"name":"pragmas
// CHECK-SAME: "refused":{{\[\["L1","L2"\]\]}}}
// CHECK-NOT: {{.}}

// A reader that looks ahead needs a shift. Known counts and sizes are numbers.
void ahead(void) {
  for (int i = 0; i < 1000; i++) b[i] = a[i] * 2;
  for (int i = 0; i < 999; i++) c[i] = b[i + 1];
  for (int i = 0; i < 1000; i++) a[i] = c[i] + 1;
}

// Pointers: what a check must say. Equal counts have equal names.
void pointers(int n, int m, const double *x, double *y, double *z) {
  for (int i = 0; i < n; i++) y[i] = x[i];
  for (int i = 0; i < n; i++) z[i] = x[i];
  for (int i = 0; i < m; i++) z[i] += 1;
}

// A value of one loop that another one uses.
void value(int n, double *restrict x, double *restrict y) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  for (int i = 0; i < n; i++) y[i] = x[i] / s;
}

// Code that can go nowhere is a node, and so is a loop that may not be fused.
void code(double *restrict x, double *restrict y) {
  for (int i = 0; i < 100; i++) x[i] = i;
  y[0] = x[5];
  for (int i = 0; i < 100; i++) y[i] += x[i];
  for (int i = 0; i < 100; i++) printf("%g\n", y[i]);
  for (int i = 0; i < 100; i++) y[i] = 0;
}

// Memory of the function's own, which is written before it is read.
void own(int n, const double *restrict x, double *restrict y) {
  double *t = malloc(800);
  for (int i = 0; i < 100; i++) t[i] = x[i];
  for (int i = 0; i < 100; i++) y[i] = t[i];
  free(t);
}

// Each level of nests is a group.
void nests(double (*restrict x)[50], double (*restrict y)[50]) {
  for (int j = 0; j < 40; j++)
    for (int i = 0; i < 50; i++) x[j][i] = i;
  for (int j = 0; j < 40; j++) {
    for (int i = 0; i < 50; i++) y[j][i] = x[j][i];
    for (int i = 0; i < 50; i++) y[j][i] += 1;
  }
}

// Pragmas that contradict each other.
void pragmas(double *restrict x, double *restrict y) {
#pragma clang loop vectorize_width(2)
  for (int i = 0; i < 100; i++) x[i] = i;
#pragma clang loop vectorize_width(4)
  for (int i = 0; i < 100; i++) y[i] = x[i];
}
