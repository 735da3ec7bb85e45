// Rows of static arrays go to memory of the call's own: on the stack, or, where they are too long for it and that is
// allowed, in a block of the heap. Where that cannot be had the array is used as it was. Each way out gives the block
// back, and errno is what it was.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse -mllvm -loop-fuse-options=heap 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -Wl,--wrap=malloc,--wrap=free | FileCheck %s --check-prefix=DONE
// RUN: %run_both --fused --options=heap %s -Wl,--wrap=malloc,--wrap=free | FileCheck %s --check-prefix=DONE
// RUN: %run_both --fused --options=heap %s -Wl,--wrap=malloc,--wrap=free -O3
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s --check-prefix=NO-HEAP
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse -mllvm -loop-fuse-options=max-stack=20000 2>&1 | FileCheck %s --check-prefix=NO-STACK
// RUN: %clang_fuse -O2 -ffreestanding -c %s -o /dev/null -Rpass=loop-fuse -mllvm -loop-fuse-options=heap 2>&1 | FileCheck %s --check-prefix=FREE
// RUN: %clang_fuse -O2 -S -emit-llvm %s -o - -mllvm -loop-fuse-options=heap | FileCheck %s --check-prefix=IR

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#define FUNCTION __attribute__((noinline)) int
enum { H = 40, W = 1500 };
#define PRODUCE(w) \
  for (int i = 0; i < h; i++) \
    for (int j = 0; j < w; j++) x[i][j] = in[i * w + j] * 3;
#define CONSUME(w) \
  for (int i = 1; i < h - 1; i++) \
    for (int j = 0; j < w; j++) out[i * w + j] = x[i - 1][j] - x[i + 1][j];

// CHECK-DAG: static-rows.c:[[#@LINE+6]]:3: remark: array small.x of 240000 bytes folded onto 4 row(s) of 6000 bytes on the stack: none of it is touched
// NO-HEAP-DAG: array small.x of 240000 bytes folded onto 4 row(s) of 6000 bytes on the stack
// IR: define{{.*}} @small(
// IR: alloca [24000 x i8], align 16
FUNCTION small(const float *restrict in, float *restrict out, int h) {
  static float x[H][W];
  PRODUCE(W)
  CONSUME(W)
  return 0;
}

// Two of them: the stack holds the rows of one only.
// CHECK-DAG: static-rows.c:[[#@LINE+12]]:3: remark: array both.x of 240000 bytes folded onto 4 row(s) of 6000 bytes on the stack: none
// CHECK-DAG: static-rows.c:[[#@LINE+11]]:3: remark: array both.y of 240000 bytes folded onto 4 row(s) of 6000 bytes, in a block of the heap: none of it is touched where that can be had
// NO-HEAP-DAG: array both.y of 240000 bytes is kept: it is static, so that other threads may use it, too, and its rows are too large for this call's stack: raise the parameter max-stack,
// NO-STACK: remark: fused loop
// NO-STACK-NOT: on the stack
// FREE: remark: fused loop
// FREE-NOT: heap
// IR: define{{.*}} @both(
// IR: [[P:%.*]] = tail call{{.*}} ptr @malloc(i64
// IR: tail call void @free(ptr{{.*}} [[P]])
FUNCTION both(const float *restrict in, float *restrict out, int h) {
  static float x[H][W], y[H][W];
  PRODUCE(W)
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) y[i][j] = x[i - 1][j] - x[i + 1][j];
  for (int i = 2; i < h - 2; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = y[i - 1][j] * y[i + 1][j];
  return 0;
}

// Only some calls come by: what the others leave is not given back.
// CHECK-DAG: static-rows.c:[[#@LINE+9]]:5: remark: array sometimes.x of {{.*}} folded onto 4 row(s) of 20000 bytes, in a block of the heap
FUNCTION sometimes(const float *restrict in, float *restrict out, int h) {
  enum { LONG = 5000 };
  static float x[H][LONG];
  out[0] += 1;
  if (out[0] > 3) return 1;
  if (h & 1) {
    out[1] += 2;
  } else {
    PRODUCE(LONG)
    CONSUME(LONG)
  }
  if (out[1] > 4) return 2;
  out[2] += 1;
  return 3;
}

// In a loop around: the rows have their place before it.
// CHECK-DAG: static-rows.c:[[#@LINE+4]]:5: remark: array around.x of 240000 bytes folded onto 4 row(s) of 6000 bytes on the stack
FUNCTION around(float *restrict in, float *restrict out, int h) {
  static float x[H][W];
  for (int k = 0; k < 3; k++) {
    PRODUCE(W)
    CONSUME(W)
    in[k] = out[k * W];
  }
  return 0;
}

// Whoever knows the section finds the array.
// CHECK-NOT: array rows_known{{.*}} folded
__attribute__((section("rows_of_all"))) static float rows_known[H][W];
FUNCTION known(const float *restrict in, float *restrict out, int h) {
#define x rows_known
  PRODUCE(W)
  CONSUME(W)
#undef x
  return 0;
}
extern float __start_rows_of_all[];

#pragma clang optimize off
static long made, calls, left = 1000;
void *__real_malloc(size_t);
void __real_free(void *);
void *__wrap_malloc(size_t size) {
  if (!left--) {
    errno = ENOMEM;
    return NULL;
  }
  made++, calls++;
  errno = 77;
  return __real_malloc(size);
}
void __wrap_free(void *p) {
  made -= p != NULL;
  errno = 78;
  __real_free(p);
}

int main(void) {
  enum { ALL = H * 5000 };
  static float all[2 * ALL];
  int (*functions[])(const float *, float *, int) = {small, both, sometimes, (void *)around, known};
  for (int allowed = 0; allowed < 3; allowed++)
    for (int f = 0; f < 5; f++)
      for (int h = 0; h <= H; h = h * 2 + 1) {
        for (int i = 0; i < 2 * ALL; i++) all[i] = i * 31 % 17;
        left = allowed, errno = 5;
        int result = functions[f](all, all + ALL, h);
        left = 1000;
        double sum = __start_rows_of_all[h];
        for (int i = 0; i < 2 * ALL; i++) sum = sum * 0.99999 + all[i];
        // DONE: 0 0 0: 0 5 0
        printf("%d %d %d: %d %d %ld %a\n", f, h, allowed, result, errno, made, sum);
      }
}
