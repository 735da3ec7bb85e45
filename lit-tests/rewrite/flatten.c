// Nests over rows of a few elements without gaps, as pixels and points are: fused as loops over all elements, of which LLVM
// makes vectors that know no rows.
//
// RUN: %clang_fuse -O3 -gline-tables-only -S -emit-llvm %s -o %t.ll -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.ll
// RUN: %run_both --fused %s -O3 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=early' %s -O1 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=late' %s -O2 -ffp-contract=off

#include <stdio.h>
#include <stdlib.h>

// CHECK-DAG: [[#@LINE+6]]:{{[0-9]+}}: remark: fused loop {{.*}}, trip count 3 * argument 1; as a loop over all elements in place of one over short rows
// IR-LABEL: define {{.*}} @pixels(
// IR: load <{{[0-9]+}} x i8>
// IR-NOT: shufflevector
// IR: ret void
__attribute__((noinline)) void pixels(long n, const unsigned char *restrict in, unsigned char *restrict t, unsigned char *restrict out) {
  for (long i = 0; i < n; i++) for (int c = 0; c < 3; c++) t[i * 3 + c] = in[i * 3 + c] * 2 + 1;
  for (long i = 0; i < n; i++) for (int c = 0; c < 3; c++) out[i * 3 + c] = t[i * 3 + c] > 50 ? 50 : t[i * 3 + c];
}

// Products of ints, sizes and counters of other widths, offsets.
// CHECK-DAG: [[#@LINE+3]]:{{[0-9]+}}: remark: fused loop {{.*}}; as a loop over all elements
__attribute__((noinline)) void ints(int w, int h, const float *restrict in, float *restrict t, float *restrict out) {
  const int n = w * h;
  for (int i = 0; i < n; i++) for (int c = 0; c < 4; c++) t[4 * i + c] = in[4 * i + c] * 0.5f;
  for (int i = 0; i < n; i++) for (int c = 0; c < 4; c++) out[4 * i + c] = t[4 * i + c] - in[4 * i + c];
}

// Arrays of arrays; not from the first row on; what does not change is computed within.
struct point { double at[3]; };
// CHECK-DAG: [[#@LINE+2]]:{{[0-9]+}}: remark: fused loop {{.*}}; as a loop over all elements
__attribute__((noinline)) void points(unsigned first, unsigned last, double dt, struct point *restrict v, struct point *restrict x, const double (*restrict f)[3]) {
  for (unsigned i = first; i < last; i++) for (unsigned k = 0; k < 3; k++) v[i].at[k] += f[i][k] * dt / 2;
  for (unsigned i = first; i < last; i++) for (unsigned k = 0; k < 3; k++) x[i].at[k] += v[i].at[k] * dt;
}

// Another loop goes over all elements as it is written.
// CHECK-DAG: [[#@LINE+2]]:{{[0-9]+}}: remark: fused loop {{.*}}; as a loop over all elements
__attribute__((noinline)) void all(long n, const float *restrict in, float *restrict t, float *restrict out) {
  for (long m = 0; m < 3 * n; m++) t[m] = in[m] + 1;
  for (long i = 0; i < n; i++) for (int c = 0; c < 3; c++) out[i * 3 + c] = t[i * 3 + c] * t[i * 3 + c];
}

// What is done for each element is written for each.
struct vector { float x, y, z; };
// CHECK-DAG: [[#@LINE+5]]:{{[0-9]+}}: remark: fused loop {{.*}}, trip count 3 * argument 1; as a loop over all elements in place of one over short rows
// IR-LABEL: define {{.*}} @moves(
// IR-NOT: shufflevector
// IR: ret void
__attribute__((noinline)) void moves(long n, const struct vector *restrict f, struct vector *restrict v, struct vector *restrict x) {
  for (long i = 0; i < n; i++) { v[i].x += f[i].x / 2; v[i].y += f[i].y / 2; v[i].z += f[i].z / 2; }
  for (long i = 0; i < n; i++) { x[i].x += v[i].x / 4; x[i].y += v[i].y / 4; x[i].z += v[i].z / 4; }
}

// In one of them in another order; bytes become floats; some of it is read twice.
// CHECK-DAG: [[#@LINE+2]]:{{[0-9]+}}: remark: fused loop {{.*}}; as a loop over all elements
__attribute__((noinline)) void colours(int n, const unsigned char *restrict in, float *restrict t, float *restrict out) {
  for (int i = 0; i < n; i++) { t[3 * i + 2] = in[3 * i + 2] * 3; t[3 * i] = in[3 * i] * 3; t[3 * i + 1] = in[3 * i + 1] * 3; }
  for (int i = 0; i < n; i++) { for (int c = 0; c < 3; c++) out[3 * i + c] = t[3 * i + c] * t[3 * i + c]; }
}

// Another factor, another element, an element that is left out, or one that is written before it is read where arrays may overlap:
// these stay as they are, the last one until a check has told the arrays apart.
// CHECK-NOT: {{:}}[[#@LINE+3]]:{{[0-9]+}}: remark: {{.*}} as a loop over all elements
// CHECK-DAG: [[#@LINE+2]]:{{[0-9]+}}: remark: fused loop {{.*}} trip count argument 1 {{\[}}
__attribute__((noinline)) void factors(long n, const float *restrict in, float *restrict t, float *restrict out) {
  for (long i = 0; i < n; i++) { t[i * 2] = in[i * 2] * 3; t[i * 2 + 1] = in[i * 2 + 1] * 5; }
  for (long i = 0; i < n; i++) { out[i * 2] = t[i * 2] - 1; out[i * 2 + 1] = t[i * 2 + 1] - 1; }
}
__attribute__((noinline)) void swaps(long n, const float *restrict in, float *restrict t, float *restrict out) {
  for (long i = 0; i < n; i++) { t[i * 2] = in[i * 2 + 1] * 3; t[i * 2 + 1] = in[i * 2] * 3; }
  for (long i = 0; i < n; i++) { out[i * 2] = t[i * 2] - 1; out[i * 2 + 1] = t[i * 2 + 1] - 1; }
}
__attribute__((noinline)) void partly(long n, const float *restrict in, float *restrict t, float *restrict out) {
  for (long i = 0; i < n; i++) { t[i * 3] = in[i * 3] * 3; t[i * 3 + 1] = in[i * 3 + 1] * 3; }
  for (long i = 0; i < n; i++) { out[i * 3] = t[i * 3] - 1; out[i * 3 + 1] = t[i * 3 + 1] - 1; }
}
// CHECK-NOT: {{:}}[[#@LINE+5]]:{{[0-9]+}}: remark: {{.*}} as a loop over all elements
// IR-LABEL: define {{.*}} @orders(
// IR: load <[[WIDTH:[0-9]+]] x i32>
// IR: mul{{.*}} <[[WIDTH]] x i32>
__attribute__((noinline)) void orders(long n, int *a, int *b, int *restrict out) {
  for (long i = 0; i < n; i++) { b[i * 2 + 1] = a[i * 2 + 1] * 3; b[i * 2] = a[i * 2] * 3; }
  for (long i = 0; i < n; i++) { out[i * 2] = b[i * 2] - 1; out[i * 2 + 1] = b[i * 2 + 1] - 1; }
}

// A number of each row or of each channel; the counter as a value; a sum of each row; rows that are not all touched; backwards:
// these stay rows. The first one is over values of the row's own.
// CHECK-NOT: [[#@LINE+3]]:{{[0-9]+}}: remark: {{.*}} as a loop over all elements
// CHECK-DAG: [[#@LINE+2]]:{{[0-9]+}}: remark: fused loop {{.*}} trip count argument 1 {{\[}}
__attribute__((noinline)) void weights(long n, const float *restrict w, const float *restrict m, const float *restrict in, float *restrict t, float *restrict out) {
  for (long i = 0; i < n; i++) for (int c = 0; c < 3; c++) t[i * 3 + c] = in[i * 3 + c] * w[c];
  for (long i = 0; i < n; i++) for (int c = 0; c < 3; c++) out[i * 3 + c] = t[i * 3 + c] / m[i];
}
__attribute__((noinline)) void counters(long n, int *restrict t, int *restrict out) {
  for (long i = 0; i < n; i++) for (int c = 0; c < 3; c++) t[i * 3 + c] = (int)i;
  for (long i = 0; i < n; i++) for (int c = 0; c < 3; c++) out[i * 3 + c] = t[i * 3 + c] + c;
}
__attribute__((noinline)) void sums(long n, const int *restrict in, int *restrict t, int *restrict out) {
  for (long i = 0; i < n; i++) for (int c = 0; c < 3; c++) t[i * 3 + c] = in[i * 3 + c] * 7;
  for (long i = 0; i < n; i++) { int s = 0; for (int c = 0; c < 3; c++) s += t[i * 3 + c]; out[i] = s; }
}
__attribute__((noinline)) void gaps(long n, const int *restrict in, int *restrict t, int *restrict out) {
  for (long i = 0; i < n; i++) for (int c = 0; c < 3; c++) t[i * 4 + c] = in[i * 4 + c] * 7;
  for (long i = 0; i < n; i++) for (int c = 0; c < 3; c++) out[i * 4 + c] = t[i * 4 + c] + in[i * 4 + c];
}
__attribute__((noinline)) void backwards(long n, const int *restrict in, int *restrict t, int *restrict out) {
  for (long i = n - 1; i >= 0; i--) for (int c = 2; c >= 0; c--) t[i * 3 + c] = in[i * 3 + c] * 7;
  for (long i = n - 1; i >= 0; i--) for (int c = 2; c >= 0; c--) out[i * 3 + c] = t[i * 3 + c] + in[i * 3 + c];
}

// Rows before and behind: as one loop, it would hand on values over a whole row.
// CHECK-DAG: [[#@LINE+2]]:{{[0-9]+}}: remark: loop at line {{.*}} not fused: the fused loop would not be vectorised
__attribute__((noinline)) void neighbours(long n, const short *restrict in, short *restrict t, short *restrict out) {
  for (long i = 0; i < n; i++) for (int c = 0; c < 3; c++) t[i * 3 + c] = in[i * 3 + c] * 7;
  for (long i = 1; i < n; i++) for (int c = 0; c < 3; c++) out[i * 3 + c] = t[i * 3 + c] - t[i * 3 - 3 + c];
}

// Fused with the third loop, which takes sums of rows, both arrays go: they stay rows.
// CHECK-DAG: [[#@LINE+3]]:{{[0-9]+}}: remark: fused loop {{.*}} trip count argument 1 {{\[}}
__attribute__((noinline)) void gray(long n, const float *restrict in, float *restrict out) {
  float *t = malloc(n * 3 * sizeof *t), *u = malloc(n * 3 * sizeof *u);
  for (long i = 0; i < n; i++) for (int c = 0; c < 3; c++) t[i * 3 + c] = in[i * 3 + c] + 1;
  for (long i = 0; i < n; i++) for (int c = 0; c < 3; c++) u[i * 3 + c] = t[i * 3 + c] * t[i * 3 + c];
  for (long i = 0; i < n; i++) { float s = 0; for (int c = 0; c < 3; c++) s += u[i * 3 + c]; out[i] = s; }
  free(t);
  free(u);
}

enum { most = 70 };
static unsigned char b0[most * 4], b1[most * 4], b2[most * 4];
static short s0[most * 4], s1[most * 4], s2[most * 4];
static int i0[most * 4], i1[most * 4], i2[most * 4];
static float f0[most * 4], f1[most * 4], f2[most * 4], f3[most];
static struct point p0[most], p1[most];
static double g[most][3];
static struct vector v0[most], v1[most], v2[most];

static unsigned sum(const void *all, size_t bytes) {
  const unsigned char *at = all;
  unsigned hash = 5381;
  while (bytes--) hash = hash * 33 + *at++;
  return hash;
}

#define SHOW(array) printf("%u\n", sum(array, sizeof array))

int main(void) {
  for (int n = 0; n <= most - 2; n = n < 5 ? n + 1 : n * 2) {
    for (int i = 0; i < most * 4; i++) {
      b0[i] = i * 7; s0[i] = i * 31; i0[i] = i * 1001; f0[i] = i * 0.25f;
      b1[i] = b2[i] = s1[i] = s2[i] = i1[i] = i2[i] = f1[i] = f2[i] = 1;
    }
    for (int i = 0; i < most; i++) for (int k = 0; k < 3; k++) p0[i].at[k] = p1[i].at[k] = g[i][k] = i + k;
    pixels(n, b0, b1, b2);
    neighbours(n, s0, s1, s2);
    ints(n, 1, f0, f1, f2);
    printf("%d %u %u %u\n", n, sum(b2, sizeof b2), sum(s2, sizeof s2), sum(f2, sizeof f2));
    points(1, n, 0.5, p0, p1, (const double (*)[3])g);
    all(n, f0, f1, f2);
    printf("%u %u %u\n", sum(p0, sizeof p0), sum(p1, sizeof p1), sum(f2, sizeof f2));
    weights(n, f0 + 5, f0 + 7, f0, f1, f2);
    SHOW(f2);
    counters(n, i1, i2);
    SHOW(i2);
    sums(n, i0, i1, i2);
    SHOW(i2);
    gaps(n, i0, i1, i2);
    SHOW(i2);
    backwards(n, i0, i1, i2);
    SHOW(i2);
    for (int i = 0; i < most; i++) v0[i] = (struct vector){i, 2 * i, 3 * i}, v1[i] = v2[i] = v0[i];
    moves(n, v0, v1, v2);
    printf("%u %u\n", sum(v1, sizeof v1), sum(v2, sizeof v2));
    colours(n, b0, f1, f2);
    SHOW(f2);
    factors(n, f0, f1, f2);
    SHOW(f2);
    swaps(n, f0, f1, f2);
    SHOW(f2);
    partly(n, f0, f1, f2);
    SHOW(f2);
    orders(n, i0, i0 + 1, i2);
    printf("%u %u\n", sum(i0, sizeof i0), sum(i2, sizeof i2));
    orders(n, i0 + 1, i0, i2);
    printf("%u %u\n", sum(i0, sizeof i0), sum(i2, sizeof i2));
    gray(n, f0, f3);
    SHOW(f3);
  }
}
