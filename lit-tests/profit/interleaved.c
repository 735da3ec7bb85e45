// Loops that carry values get no vectorised epilogue: LLVM would interleave them four times, and run up to 63
// elements one by one. Fused ones are interleaved less, with vectors as long as here.
//
// RUN: %clang_fuse -O3 -march=x86-64-v4 -mprefer-vector-width=512 -c %s -o /dev/null -Rpass=loop-vectorize 2>&1 | FileCheck %s
// RUN: %clang -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=no-profit -O3 -march=x86-64-v4 -mprefer-vector-width=512 -c %s -o /dev/null -Rpass=loop-vectorize 2>&1 | \
// RUN:   FileCheck %s --check-prefix=NO-PROFIT

// Rows, which may be short.
// CHECK: interleaved.c:[[#@LINE+7]]:5: remark: vectorized loop (vectorization width: 16, interleaved count: 4)
// CHECK: interleaved.c:[[#@LINE+6]]:5: remark: vectorized loop (vectorization width: 16, interleaved count: 1)
// NO-PROFIT: interleaved.c:[[#@LINE+5]]:5: remark: vectorized loop (vectorization width: 16, interleaved count: 4)
// NO-PROFIT: interleaved.c:[[#@LINE+4]]:5: remark: vectorized loop (vectorization width: 16, interleaved count: {{[24]}})
void rows(const float *restrict in, const float *restrict u, const float *restrict v, float *restrict x,
          float *restrict out, int h, int w) {
  for (int i = 0; i < h; i++)
    for (int j = 1; j < w - 1; j++) x[i * w + j] = in[i * w + j - 1] + u[i * w + j] * v[i * w + j];
  for (int i = 1; i < h - 1; i++)
    for (int j = 1; j < w - 1; j++) out[i * w + j] = x[(i - 1) * w + j] + x[(i + 1) * w + j] * u[i * w + j] - v[i * w + j];
}

// One loop by itself.
// CHECK: interleaved.c:[[#@LINE+2]]:3: remark: vectorized loop (vectorization width: 16, interleaved count: 2)
void alone(const float *restrict in, float *restrict x, float *restrict out, int n) {
  for (int i = 0; i < n; i++) x[i] = in[i] * 2;
  for (int i = 1; i < n; i++) out[i] = x[i] - x[i - 1];
}

// Not fused: none of our business.
// CHECK: interleaved.c:[[#@LINE+2]]:3: remark: vectorized loop (vectorization width: 16, interleaved count: 4)
void not_fused(const float *restrict in, float *restrict out, int n) {
  for (int i = 1; i < n; i++) out[i] = in[i] - in[i - 1];
}

// The author knows better.
// CHECK: interleaved.c:[[#@LINE+3]]:3: remark: vectorized loop (vectorization width: 16, interleaved count: 8)
void asked(const float *restrict in, float *restrict x, float *restrict out, int n) {
#pragma clang loop interleave_count(8)
  for (int i = 0; i < n; i++) x[i] = in[i] * 2;
  for (int i = 1; i < n; i++) out[i] = x[i] - x[i - 1];
}
