// Nothing is versioned where small code is wanted, where the bytes that a loop touches are not known
// before it, or where nothing is shared.
//
// RUN: %clang_fuse -Os -c %s -o %t.o -DSIZE -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: %clang_fuse -O2 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s

#ifdef SIZE
// The names are not known without debug information.
void size(int *a, int *b, int *c, int n) {
  // SIZE: [[#@LINE+1]]:3: remark: {{.*}}not fused: {{.*}}may point to the same memory; if they never overlap
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  for (int i = 0; i < n; i++) c[i] = b[i] + a[i];
}
#else
void gathered(int *a, int *b, int *c, int *index, int n) {
  // CHECK: [[#@LINE+1]]:3: remark: {{.*}}not fused: {{.*}}may point to the same memory; if they never overlap
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  for (int i = 0; i < n; i++) c[index[i]] = b[i] + a[i];
}
void unrelated(int *a, int *b, int *c, int *d, int n) {
  // CHECK: [[#@LINE+1]]:3: remark: {{.*}}not fused: {{.*}}may point to the same memory, and the loops share no array that would be worth a run-time check; if they never overlap
  for (int i = 0; i < n; i++) b[i] = a[i] * 2;
  for (int i = 0; i < n; i++) d[i] = c[i] + 1;
}
#endif
