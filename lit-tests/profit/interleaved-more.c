// LLVM does not interleave long loops, and each vector of values that are carried is put together of two. Fused loops that
// carry values are interleaved all the same: as often as short ones would be, less in rows, which may be short. Neither
// does it interleave loops that write three arrays: if they were several loops, each of which it would interleave, they are
// interleaved four times with six accesses at most, else twice. Loops that hand on a row are interleaved alike.
//
// RUN: %clang_fuse -O3 -march=x86-64-v3 -c %s -o /dev/null -Rpass=loop-vectorize 2>&1 | FileCheck %s
// RUN: %clang -O3 -march=x86-64-v3 -c %s -o /dev/null -Rpass=loop-vectorize 2>&1 | FileCheck %s --check-prefix=PLAIN

#include <stdlib.h>

// CHECK: interleaved-more.c:[[#@LINE+3]]:3: remark: vectorized loop (vectorization width: 4, interleaved count: 4)
void peaks(const double *restrict in, double *restrict out, int n) {
  double *smooth = malloc(n * sizeof *smooth), *slope = malloc(n * sizeof *slope);
  for (int i = 1; i < n - 1; i++) smooth[i] = 0.25 * in[i - 1] + 0.5 * in[i] + 0.25 * in[i + 1];
  for (int i = 2; i < n - 2; i++) slope[i] = smooth[i + 1] - smooth[i - 1];
  for (int i = 3; i < n - 3; i++) out[i] = slope[i - 1] - slope[i + 1];
  free(smooth);
  free(slope);
}

// Lines in a loop over time are no rows.
// CHECK: interleaved-more.c:[[#@LINE+3]]:5: remark: vectorized loop (vectorization width: 4, interleaved count: 4)
void steps(double *restrict a, double *restrict b, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) b[i] = 0.3 * (a[i - 1] + a[i] + a[i + 1]);
    for (int i = 1; i < n - 1; i++) a[i] = 0.3 * (b[i - 1] + b[i] + b[i + 1]);
  }
}

// CHECK: interleaved-more.c:[[#@LINE+4]]:5: remark: vectorized loop (vectorization width: 4, interleaved count: 2)
void rows(int h, int w, const double (*restrict in)[w], double (*restrict x)[w], double (*restrict out)[w],
          const double (*restrict u)[w]) {
  for (int i = 0; i < h; i++)
    for (int j = 1; j < w - 1; j++) x[i][j] = 0.3 * (in[i][j - 1] + in[i][j] + in[i][j + 1]) * u[i][j];
  for (int i = 0; i < h; i++)
    for (int j = 1; j < w - 1; j++) out[i][j] = x[i][j] * u[i][j] - x[i][j - 1];
}

// Three arrays are read, and three written.
// CHECK: interleaved-more.c:[[#@LINE+4]]:3: remark: vectorized loop (vectorization width: 4, interleaved count: 4)
// PLAIN: interleaved-more.c:[[#@LINE+3]]:3: remark: vectorized loop (vectorization width: 4, interleaved count: 4)
void particles(double *restrict x, double *restrict v, const double *restrict f, double *restrict energy, double dt,
               int n) {
  for (int i = 0; i < n; i++) v[i] += f[i] * dt;
  for (int i = 0; i < n; i++) x[i] += v[i] * dt;
  for (int i = 0; i < n; i++) energy[i] = 0.5 * v[i] * v[i];
}

// Four arrays are read.
// CHECK: interleaved-more.c:[[#@LINE+4]]:3: remark: vectorized loop (vectorization width: 4, interleaved count: 2)
// PLAIN: interleaved-more.c:[[#@LINE+3]]:3: remark: vectorized loop (vectorization width: 4, interleaved count: 4)
void heavy_particles(double *restrict x, double *restrict v, const double *restrict f, const double *restrict m,
                     double *restrict energy, double dt, int n) {
  for (int i = 0; i < n; i++) v[i] += f[i] * dt;
  for (int i = 0; i < n; i++) x[i] += v[i] * dt;
  for (int i = 0; i < n; i++) energy[i] = m[i] * v[i] * v[i];
}

// By itself LLVM interleaves the first loop four times, and the second one, which keeps more in registers, twice.
// CHECK: interleaved-more.c:[[#@LINE+8]]:5: remark: vectorized loop (vectorization width: 8, interleaved count: 2)
// CHECK: interleaved-more.c:[[#@LINE+5]]:5: remark: vectorized loop (vectorization width: 8, interleaved count: 2)
// PLAIN: interleaved-more.c:[[#@LINE+4]]:5: remark: vectorized loop (vectorization width: 8, interleaved count: 4)
// PLAIN: interleaved-more.c:[[#@LINE+5]]:5: remark: vectorized loop (vectorization width: 8, interleaved count: 2)
void blur(const float *restrict in, float *restrict across, float *restrict out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 1; x < w - 1; x++) across[y * w + x] = 0.25f * in[y * w + x - 1] + 0.5f * in[y * w + x] + 0.25f * in[y * w + x + 1];
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) out[y * w + x] = 0.25f * across[(y - 1) * w + x] + 0.5f * across[y * w + x] + 0.25f * across[(y + 1) * w + x];
}

// The same as one loop, which nothing is said of.
// CHECK: interleaved-more.c:[[#@LINE+4]]:3: remark: vectorized loop (vectorization width: 4, interleaved count: 1)
// PLAIN: interleaved-more.c:[[#@LINE+3]]:3: remark: vectorized loop (vectorization width: 4, interleaved count: 1)
void by_hand(double *restrict x, double *restrict v, const double *restrict f, double *restrict energy, double dt,
             int n) {
  for (int i = 0; i < n; i++) {
    v[i] += f[i] * dt;
    x[i] += v[i] * dt;
    energy[i] = 0.5 * v[i] * v[i];
  }
}

// Not fused, and long.
// CHECK: interleaved-more.c:[[#@LINE+3]]:3: remark: vectorized loop (vectorization width: 4, interleaved count: 1)
// PLAIN: interleaved-more.c:[[#@LINE+2]]:3: remark: vectorized loop (vectorization width: 4, interleaved count: 1)
void not_fused(const double *restrict in, double *restrict out, int n) {
  for (int i = 3; i < n - 3; i++)
    out[i] = in[i - 3] * in[i + 3] + in[i - 2] * in[i + 2] + in[i - 1] * in[i + 1] + in[i] * in[i] + 1 / (in[i] + in[i + 1] * 3);
}
