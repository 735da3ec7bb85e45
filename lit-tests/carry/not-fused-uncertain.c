// A load of what an earlier iteration stored cannot become a register where the store is conditional,
// where something else may write the place, where the widths differ, or where too many iterations lie
// between; the loops would lose vectorisation.
//
// RUN: %clang_fuse -mllvm -loop-fuse-options=max-checks=0 -O3 -fno-strict-aliasing -march=x86-64-v3 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s

#define P restrict

void conditional(const int *P in, int *P t, int *P out, int n) {
  // CHECK: [[#@LINE+1]]:3: remark: {{.*}}not fused: the fused loop would not be vectorised
  for (int i = 0; i < n; i++)
    if (in[i] & 1) t[i + 1] = in[i] * 3;
  for (int i = 0; i < n; i++) out[i] = t[i] + 1;
}
void far(const int *P in, int *P t, int *P out, int n) {
  // CHECK: [[#@LINE+1]]:3: remark: {{.*}}not fused: the fused loop would not be vectorised: store-to-load forwarding would fail: it reads what it wrote to {{.*}} 9 iteration(s) before
  for (int i = 0; i < n; i++) t[i + 9] = in[i] * 3;
  for (int i = 0; i < n; i++) out[i] = t[i] + 1;
}
void narrow(const int *P in, int *P t, short *P out, int n) {
  // CHECK: [[#@LINE+1]]:3: remark: {{.*}}not fused: the fused loop would carry values of several widths
  for (int i = 0; i < n; i++) t[i + 1] = in[i] * 3;
  for (int i = 0; i < n; i++) out[i] = *(short *)&t[i] + 1;
}
void written(const int *P in, int *P t, int *P out, int n) {
  // CHECK: [[#@LINE+1]]:3: remark: {{.*}}not fused: the fused loop would not be vectorised
  for (int i = 0; i < n; i++) t[i + 1] = in[i] * 3;
  for (int i = 0; i < n; i++) {
    out[i] = t[i] + 1;
    t[i] = 7;
  }
}
