// Without -g, too, clang knows lines; the bound of the count has its position among the parameters.
//
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
//

int a[1000], b[1000], c[1000];

void fused(long count) {
  // CHECK: without-debug-info.c:[[#@LINE+1]]:3: remark: fused loop at line [[#@LINE+1]] with loop at line [[#@LINE+2]], trip count argument 1 [
  for (long i = 0; i < count; i++) b[i] = a[i] + 1;
  for (long i = 0; i < count; i++) c[i] = b[i] * 2;
}
