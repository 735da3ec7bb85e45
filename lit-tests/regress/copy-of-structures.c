// A copy of structures touches two objects at once: no check tells them apart, so nothing is copied.
//
// RUN: %clang_fuse -mllvm -loop-fuse-options=no-profit -O2 -c %s -o %t.o -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// CHECK: remark: {{.*}}not fused: {{.*}}may point to the same memory

#include <string.h>
typedef struct {int x[6];} S;
void f(S *a, S *b, int *c, int n){
  for(int i=0;i<n;i++) a[i]=b[i];
  for(int i=0;i<n;i++) c[i]=a[i].x[1]*2;
}
