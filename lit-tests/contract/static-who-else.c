// Static arrays that somebody else can see: recursion in several forms, addresses that are kept, returned or go through
// integers, aliases, sections, other threads. None is folded, and no store to one goes.
//
// CHECK-NOT: remark: array
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --allow-empty
// RUN: %run_both %s -pthread
// RUN: %run_both %s -O3 -pthread
// RUN: %run_both --options=no-profit %s -pthread
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
enum { H = 60, W = 1500 };
static float in[H * W], out[H * W];
#define F __attribute__((noinline)) void
#define WORK \
  for (int i = 0; i < h; i++) \
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * k; \
  for (int i = 1; i < h - 1; i++) \
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
#define ARGS const float *restrict in, float *restrict out, int h, int k

// Recursion: direct, through a callee, through a pointer. What the inner call wrote is read by the outer one.
F direct(ARGS) {
  static float x[H][W];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * k;
  if (k < 3) direct(in, out, h, k + 1);
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
}
F by_callee(ARGS);
F callee(ARGS) { by_callee(in, out, h, k + 1); }
F by_callee(ARGS) {
  static float x[H][W];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * k;
  if (k < 3) callee(in, out, h, k);
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
}
static void (*volatile pointer)(ARGS);
F by_pointer(ARGS) {
  static float x[H][W];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * k;
  if (k < 3) pointer(in, out, h, k + 1);
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
}
// A callback of the library.
static int compare(const void *a, const void *b);
F by_library(ARGS) {
  static float x[H][W];
  int two[2] = {1, 2};
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * k;
  if (k < 2) qsort(two, 2, sizeof *two, compare);
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
}
static int compare(const void *a, const void *b) {
  by_library(in, out, H, 2);
  return *(int *)a - *(int *)b;
}
// The address is kept, returned, stored, or goes through an integer.
static float (*kept)[W];
F captured(ARGS) {
  static float x[H][W];
  kept = x;
  WORK
}
__attribute__((noinline)) float *returned(ARGS) {
  static float x[H][W];
  WORK
  return &x[0][0];
}
__attribute__((noinline)) unsigned long integer(ARGS) {
  static float x[H][W];
  WORK
  return (unsigned long)x ^ 1;
}
// A constant that names it, an alias, llvm.used, a section, one for each thread.
static float named[H][W];
static float *const name = &named[3][2];
F by_constant(ARGS) {
  float(*x)[W] = named;
  WORK
}
static float target[H][W];
extern float other_name[H][W] __attribute__((alias("target")));
F aliased(ARGS) {
  float(*x)[W] = target;
  WORK
}
F used(ARGS) {
  static __attribute__((used)) float x[H][W];
  WORK
}
F thread(ARGS) {
  static _Thread_local float x[H][W];
  WORK
}
F sectioned(ARGS) {
  static __attribute__((section("kept"))) float x[H][W];
  WORK
}
extern float __start_kept[], __stop_kept[];
// Inline assembly between, and one that names it.
F assembly(ARGS) {
  static float x[H][W];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * k;
  __asm__ volatile("" ::: "memory");
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
}
F assembly_names(ARGS) {
  static float x[H][W];
  WORK
  __asm__("incl %0" : "+m"(x[2][3]));
}
// What one call wrote the next one reads; also only in part, or only sometimes.
F next_call(ARGS) {
  static float x[H][W];
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * k;
}
F next_call_in_part(ARGS) {
  static float x[H][W];
  for (int i = 1; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * k;
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
  if (k == 2) x[0][7] = 3;
}
F next_call_sometimes(ARGS) {
  static float x[H][W];
  if (k == 2) {
    for (int i = 0; i < h; i++)
      for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * k;
  }
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
}
// Atomic and volatile accesses.
F atomic(ARGS) {
  static float x[H][W];
  static int flag;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * k;
  __atomic_add_fetch(&flag, 1, __ATOMIC_RELAXED);
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
}
F is_volatile(ARGS) {
  static volatile float x[H][W];
  WORK
}
// A thread that waits inside of the function for the other one, whose half it reads.
static pthread_barrier_t both;
F halves(ARGS) {
  static float x[H][W];
  int from = k * H / 2, to = from + h / 2;
  for (int i = from; i < to; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * 2;
  pthread_barrier_wait(&both);
  for (int i = from; i < to; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[H - 1 - i][j] * 3;
}
#pragma clang optimize off
static void *run(void *k) {
  halves(in, out, H, *(int *)k);
  return k;
}
static void show(const char *what) {
  double sum = 0;
  for (int i = 0; i < H * W; i++) sum = sum * 0.999999 + out[i], out[i] = i % 5;
  printf("%s %a\n", what, sum);
}
#define TRY(f, ...) f(in, out, H, 1), show(#f), f(in, out, H / 2, 2), show(#f), f(in, out, H, 1), show(#f)
int main(void) {
  for (int i = 0; i < H * W; i++) in[i] = i * 7 % 1013;
  pointer = by_pointer;
  TRY(direct), TRY(by_callee), TRY(by_pointer), TRY(by_library), TRY(captured), TRY(by_constant), TRY(aliased);
  TRY(used), TRY(thread), TRY(sectioned), TRY(assembly), TRY(assembly_names), TRY(next_call);
  TRY(next_call_in_part), TRY(next_call_sometimes), TRY(atomic), TRY(is_volatile);
  printf("%g %g %g\n", kept[3][4], *name, other_name[5][6]);
  printf("%g %g %g\n", returned(in, out, H, 2)[7], ((float *)(integer(in, out, H, 2) ^ 1))[W + 1], __start_kept[9]);
  pthread_t a, b;
  int zero = 0, one = 1;
  pthread_barrier_init(&both, 0, 2);
  pthread_create(&a, 0, run, &zero), pthread_create(&b, 0, run, &one), pthread_join(a, 0), pthread_join(b, 0);
  show("halves");
}
