// clang's -Rpass options show fusions, refusals and loops that are no candidates, with source lines and
// the names of the source.
//
// RUN: %clang_fuse -mllvm -loop-fuse-options=max-shift=0 -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse \
// RUN:     -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -mllvm -loop-fuse-options=max-shift=0 -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --check-prefix=PASSED

// PASSED-NOT: Rpass-missed

int a[1000], b[1000], c[1000];

void fused(long count) {
  // CHECK: clang-lines.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], trip count count [-Rpass=loop-fuse]
  // PASSED: clang-lines.c:[[#@LINE+1]]:3: remark: fused loop at line [[#@LINE+1]] with loop at line [[#@LINE+2]], trip count count [-Rpass=loop-fuse]
  for (long i = 0; i < count; i++) b[i] = a[i] + 1;
  for (long i = 0; i < count; i++) c[i] = b[i] * 2;
}

void ahead(long count) {
  // CHECK: clang-lines.c:[[#@LINE+1]]:3: remark: loop at line [[#@LINE+1]] and loop at line [[#@LINE+2]] not fused: if fused, the second loop reads b (line [[#@LINE+2]]) before the first loop writes it (line [[#@LINE+1]]): needs a shift of 1; {{.*}} [-Rpass-missed=loop-fuse]
  for (long i = 0; i < count; i++) b[i] = a[i] + 1;
  for (long i = 0; i < count; i++) c[i] = b[i + 1] * 2;
}

void pointers(long count, int *from, int *to) {
  // CHECK: clang-lines.c:[[#@LINE+1]]:3: remark: loop at line [[#@LINE+1]] and loop at line [[#@LINE+2]] not fused: {{.*}} may point to the same memory, and the loops share no array that would be worth a run-time check; if they never overlap, pass both to a procedure: as restrict pointers in C and C++, as plain dummy arguments in Fortran [-Rpass-missed=loop-fuse]
  for (long i = 0; i < count; i++) to[i] = a[i];
  for (long i = 0; i < count; i++) b[i] = from[i];
}

void search(long count) {
  // CHECK: clang-lines.c:[[#@LINE+2]]:3: remark: loop at line [[#@LINE+2]] cannot be fused: the loop is left from 2 places; {{.*}} [-Rpass-analysis=loop-fuse]
  long k;
  for (k = 0; k < count; k++) { if (a[k] == 7) break; b[k] = 1; }
  for (long i = 0; i < count; i++) c[i] = k * 2;
}
