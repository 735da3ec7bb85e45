// With ThinLTO and with full LTO the pass runs when the files are compiled; see lto-link.test.
//
// RUN: %clang_fuse -O2 -flto=thin %s -c -o %t.o -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 -flto %s -c -o %t.o -Rpass=loop-fuse 2>&1 | FileCheck %s
//
// CHECK: remark: fused loop at line

int a[1000], b[1000], c[1000];

void fused(long count) {
  for (long i = 0; i < count; i++) b[i] = a[i] + 1;
  for (long i = 0; i < count; i++) c[i] = b[i] * 2;
}
