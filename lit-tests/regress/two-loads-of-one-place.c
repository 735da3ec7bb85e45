// Two loads of one place with different type tags: the second one was replaced when it was gone.
//
// RUN: %clang_fuse -O2 -c %s -o %t.o -Rpass=loop-fuse 2>&1 | FileCheck %s
// CHECK: load(s) replaced

struct S {int v;};
void f(int *restrict b, long *c, int *x, int n){
  for(int i=0;i<n;i++) b[i+1]=x[i]*3;
  for(int i=0;i<n;i++) { c[i]=((struct S*)b)[i].v; c[i]+=b[i]; }
}
