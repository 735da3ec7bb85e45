// Rows whose length is a variable: by how many of them a reader must lag, and how far it reads back.
//
// RUN: %clang -O1 -g -Xclang -disable-llvm-passes -S -emit-llvm %s -o - \
// RUN:   | opt -passes='function(sroa,instcombine,simplifycfg),inferattrs' -S -o %t.ll
// RUN: %opt -passes='loop-fuse<print-graph>' -S %t.ll -o %t.out.ll 2>&1 | FileCheck %s

// Rows i to i + 2 of iteration i.
// CHECK: {"version":1,"name":"ahead
// CHECK-SAME: {"from":"L1","to":"L2","kind":"flow",{{.*}}"need":[2],"least":[0]
void ahead(long m, long n, float *restrict t, const float *restrict a, float *restrict b) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      t[i * n + j] = a[i * n + j];
  for (long i = 1; i < m - 1; i++)
    for (long j = 0; j < n; j++)
      b[i * n + j] = t[(i - 1) * n + j] + t[i * n + j] + t[(i + 1) * n + j];
}

// The row before.
// CHECK: {"version":1,"name":"behind
// CHECK-SAME: {"from":"L1","to":"L2","kind":"flow",{{.*}}"need":[0],"least":[-1]
void behind(long m, long n, float *restrict t, const float *restrict a, float *restrict b) {
  for (long i = 1; i < m; i++)
    for (long j = 0; j < n; j++)
      t[i * n + j] = a[i * n + j];
  for (long i = 1; i < m; i++)
    for (long j = 0; j < n; j++)
      b[i * n + j] = t[(i - 1) * n + j];
}

// All rows, whenever they were written.
// CHECK: {"version":1,"name":"anywhere
// CHECK-SAME: {"from":"L1","to":"L2","kind":"flow",{{.*}}"least":[-9007199254740991]
void anywhere(long m, long n, float *restrict t, const float *restrict a, float *restrict b) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      t[i * n + j] = a[i * n + j];
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      b[i * n + j] = t[(i & 1) * n + j];
}
