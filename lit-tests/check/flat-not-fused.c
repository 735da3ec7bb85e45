// Loops over all elements that stay as they are, beside nests over rows: each lacks one thing that those in flat.c have.
// Where nothing fuses, nothing changes.
//
// RUN: %clang_fuse -O2 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang -O2 -S -emit-llvm %s -o %t.before
// RUN: %clang_fuse -O2 -S -emit-llvm %s -o %t.after
// RUN: diff %t.before %t.after

// The number of elements is a product of other sizes.
// CHECK: [[#@LINE+2]]:3: remark: {{.*}} not fused: if fused, the second loop reads {{.*}} before the first loop writes it
void other_sizes(const float *restrict in, float *restrict t, float *restrict out, int w, int h, int n, int m) {
  for (int i = 0; i < n * m; i++) t[i] = in[i] * 2;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = t[y * w + x] + 1;
}

// It is no product at all.
// CHECK: [[#@LINE+2]]:3: remark: {{.*}} not fused: if fused, the second loop reads {{.*}} before the first loop writes it
void no_product(const float *restrict in, float *restrict t, float *restrict out, int w, int h, int n) {
  for (int i = 0; i < n; i++) t[i] = in[i] * 2;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = t[y * w + x] + 1;
}

// The first element is left out.
// CHECK: [[#@LINE+2]]:3: remark: {{.*}} not fused: if fused, the second loop reads {{.*}} before the first loop writes it
void from_one(const float *restrict in, float *restrict t, float *restrict out, int w, int h) {
  for (int i = 1; i < w * h; i++) t[i] = in[i] * 2;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = t[y * w + x] + 1;
}

// A sum goes from element to element. An element and a row are no partners.
// CHECK: [[#@LINE+3]]:3: remark: {{.*}} not fused: trip counts {{.*}} are not known to be equal
float sum(const float *restrict t, float *restrict out, int w, int h) {
  float s = 0;
  for (int i = 0; i < w * h; i++) s += t[i];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = t[y * w + x] + 1;
  return s;
}

// It runs under a condition of its own, behind which more is done.
// CHECK: [[#@LINE+4]]:5: remark: {{.*}} not fused: other code also leads to behind the first loop
void under(const float *in, float *restrict t, float *restrict out, int w, int h, int *restrict is) {
  if (*is) {
    *is = 0;
    for (int i = 0; i < w * h; i++) t[i] = in[i] * 3;
  }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = t[y * w + x] + 1;
}

// As a nest, it would have to be a whole image ahead.
// CHECK: [[#@LINE+2]]:3: remark: {{.*}} not fused: if fused, the second loop reads {{.*}} before the first loop writes it
void upside_down(const float *in, float *restrict t, float *restrict out, int w, int h) {
  for (int i = 0; i < w * h; i++) t[i] = in[i] * 3;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) out[y * w + x] = t[(h - 1 - y) * w + x] + 1;
}
