// Other processors than the one that compiles, and other uses of clang: what fuses. `emulated.c` runs some.
//
// RUN: %clang_fuse -O2 --target=aarch64-linux-gnu -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 --target=riscv64-linux-gnu -march=rv64gcv -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 --target=x86_64-linux-gnu -march=x86-64 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 --target=x86_64-linux-gnu -march=x86-64-v3 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 --target=x86_64-linux-gnu -march=x86-64-v4 -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
//
// Loops of OpenMP are functions of their own, of which each runs by itself: these are two.
// RUN: %clang_fuse -O2 --target=x86_64-linux-gnu -fopenmp -DPARALLEL='_Pragma("omp parallel for")' -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --check-prefix=OPENMP --allow-empty
// RUN: %clang_fuse -O2 --target=x86_64-linux-gnu -fopenmp-simd -DPARALLEL='_Pragma("omp simd")' -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --check-prefix=SIMD
#ifndef PARALLEL
#define PARALLEL
#endif

// CHECK: remark: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+8]]
// SIMD: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]]
// OPENMP-NOT: fused loop
void pair(float *restrict b, float *restrict c, const float *restrict a, int n) {
  PARALLEL
  for (int i = 0; i < n; i++)
    b[i] = a[i] + 1;
  PARALLEL
  for (int i = 0; i < n; i++)
    c[i] = b[i] * 2;
}
