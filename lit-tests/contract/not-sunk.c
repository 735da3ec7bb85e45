// Allocations stay in front of what could tell that they were moved.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -Wl,--wrap=malloc,--wrap=free
// RUN: %run_both --fused %s -Wl,--wrap=malloc,--wrap=free -O3
// CHECK-NOT: only where

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#define FUNCTION __attribute__((noinline)) int
#define LOOPS(t, k) \
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + (k); \
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];

// What is returned depends on when it is asked.
FUNCTION in_a_loop(const double *in, double *out, long n) {
  double *t = malloc(n * sizeof *t), s = 0;
  for (long k = 0; k < n; k++) {
    s += in[k];
    if (!t) return (int)(s * 100) + k;
  }
  LOOPS(t, s)
  free(t);
  return 7;
}

// The reason of a failure, and what a function may count.
FUNCTION reason(const double *in, double *out, long n) {
  double *t = malloc(n * sizeof *t);
  int e = errno;
  if (!t) return -e;
  LOOPS(t, e)
  free(t);
  return e;
}

__attribute__((pure)) long count(void);
FUNCTION counted(const double *in, double *out, long n) {
  double *t = malloc(n * sizeof *t);
  long k = count();
  LOOPS(t, k)
  free(t);
  return k;
}

// What the test keeps from running.
FUNCTION sum(const double *in, double *out, long n) {
  double *t = malloc(n * sizeof *t);
  if (!t) return -1;
  double s = 0;
  for (long i = 0; i < n; i++) s += in[i * 100000000];
  LOOPS(t, s)
  free(t);
  return 0;
}

FUNCTION load(const double *in, double *out, long n, const long *m) {
  double *t = malloc(n * sizeof *t);
  if (!t) return -1;
  long k = *m;
  LOOPS(t, k)
  free(t);
  return 0;
}

FUNCTION waiting(const double *in, double *out, long n, const int *stop) {
  double *t = malloc(n * sizeof *t);
  if (!t) return -1;
  for (;;)
    if (*stop) break;
  LOOPS(t, 1)
  free(t);
  return 0;
}

FUNCTION quotient(const double *in, double *out, long n, long d) {
  double *t = malloc(n * sizeof *t);
  if (!t) return -1;
  long k = n / d;
  LOOPS(t, k)
  free(t);
  return 0;
}

// Which one fails.
FUNCTION order(const double *in, double *out, long n) {
  double *t = malloc(n * sizeof *t), *u = malloc(n * sizeof *u);
  if (!u) {
    free(t);
    return -2;
  }
  LOOPS(t, 1)
  for (long i = 0; i < n; i++) u[i * 7 % n] = out[i];
  int result = (int)u[n / 2];
  free(t);
  free(u);
  return result;
}

// Which one is needed where all are fused.
FUNCTION needed(const double *in, double *out, long n) {
  double *t = malloc(n * sizeof *t);
  if (!t) return -1;
  LOOPS(t, 1)
  int result = (int)t[n / 2];
  free(t);
  return result;
}

#pragma clang optimize off
static long made, left = 1000;
long count(void) { return made; }

void *__real_malloc(size_t);
void __real_free(void *);
void *__wrap_malloc(size_t size) {
  if (!left--) {
    errno = 12;
    return NULL;
  }
  made++;
  return __real_malloc(size);
}
void __wrap_free(void *p) {
  made -= p != NULL;
  __real_free(p);
}

int main(void) {
  static double all[300];
  long three = 3;
  int one = 1, zero = 0;
  for (int allowed = 0; allowed < 3; allowed++) {
    for (int f = 0; f < 9; f++) {
      for (int i = 0; i < 300; i++) all[i] = i * 31 % 17;
      left = allowed, errno = 5;
      int result = 0;
      switch (f) {
      case 0: result = in_a_loop(all, all + 3, 100); break;
      case 1: result = reason(all, all + 3, 100); break;
      case 2: result = allowed ? counted(all, all + 3, 100) : 0; break;
      case 3: result = sum(all, all + 1, allowed ? 1 : 50); break;
      case 4: result = load(all, all + 3, 100, allowed ? &three : NULL); break;
      case 5: result = waiting(all, all + 3, 100, allowed ? &one : &zero); break;
      case 6: result = quotient(all, all + 3, 100, allowed); break;
      case 7: result = allowed == 0 ? 0 : order(all, all + 3, 100); break;
      case 8: result = needed(all, all + 3, 100); break;
      }
      left = 1000;
      double sum = 0;
      for (int i = 0; i < 300; i++) sum = sum * 0.99 + all[i];
      printf("%d %d: %d %ld %a\n", f, allowed, result, made, sum);
    }
  }
}
