// Pointers of different address spaces cannot be compared.
//
// RUN: %clang_fuse -mllvm -loop-fuse-options=no-profit -O2 -c %s -o %t.o -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// CHECK: remark: {{.*}}not fused: {{.*}}may point to the same memory

typedef __attribute__((address_space(256))) int gint;
void f(int *a, gint *b, int *c, int n){
  for(int i=0;i<n;i++) a[i]=c[i]+i;
  for(int i=0;i<n;i++) b[i]=a[i]*2;
}
