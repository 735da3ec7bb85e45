// Heap and stack arrays that somebody else can see, or that somebody sees later: callees, handlers, whoever jumps back,
// the next iteration. No store that is read goes, and nothing is folded or allocated later where that shows.
//
// RUN: %run_both %s -lstdc++
// RUN: %run_both %s -O3 -lstdc++
// RUN: %run_both --options=no-profit %s -lstdc++
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <csetjmp>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>
#include <malloc.h>
#define F __attribute__((noinline)) static double
typedef const double *In;
typedef double *Out;
__attribute__((noinline)) static double sum_of(const double *t, long n) {
  double s = 0;
  for (long i = 0; i < n; i++) s = s * 0.99 + t[i];
  return s;
}
__attribute__((noinline)) static void may_throw(long n) {
  if (n % 2) throw std::runtime_error("odd");
}
static double *kept;
// A callee that reads.
F callee_reads(In in, Out out, long n) {
  double *t = (double *)malloc(n * sizeof *t);
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  double s = sum_of(t, n);
  free(t);
  return s;
}
// A pointer was kept before, and a callee that is not given it reads by it.
__attribute__((noinline)) static double sum_of_kept(long n) { return sum_of(kept, n); }
F kept_before(In in, Out out, long n) {
  double *t = (double *)malloc(n * sizeof *t);
  kept = t;
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  double s = sum_of_kept(n);
  free(t);
  return s;
}
// Returned by the callee that it was given to; by way of an integer.
__attribute__((noinline)) static double *same(double *t) { return t; }
F by_callee(In in, Out out, long n) {
  double *t = (double *)malloc(n * sizeof *t), *u = same(t);
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  double s = u[n / 2];
  free(t);
  return s;
}
static volatile unsigned long hidden;
F by_integer(In in, Out out, long n) {
  double *t = (double *)malloc(n * sizeof *t);
  hidden = (unsigned long)t;
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  double s = ((double *)hidden)[n / 2];
  free(t);
  return s;
}
// An exception handler reads it, in the function, and a cleanup.
F handler_reads(In in, Out out, long n) {
  double *t = (double *)malloc(n * sizeof *t), s = 0;
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  try {
    may_throw(n);
    for (long i = 0; i < n; i++) t[i] = in[i] * 3;
  } catch (const std::exception &) {
    for (long i = 0; i < n; i++) s = s * 0.99 + t[i];
  }
  free(t);
  return s;
}
struct Sum {
  double *t, *s;
  long n;
  ~Sum() {
    for (long i = 0; i < n; i++) *s += t[i];
  }
};
F cleanup_reads(In in, Out out, long n) {
  static double s;
  double t[128];
  Sum sum{t, &s, n};
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  may_throw(n);
  for (long i = 0; i < n; i++) t[i] = 1;
  return s;
}
// The handler is the caller's.
F throws_it(In in, Out out, long n) {
  double *t = (double *)malloc(n * sizeof *t);
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  throw t;
}
F catches_it(In in, Out out, long n) {
  try {
    return throws_it(in, out, n);
  } catch (double *t) {
    double s = sum_of(t, n);
    free(t);
    return s;
  }
}
// setjmp and longjmp.
static jmp_buf back;
__attribute__((noinline)) static void jump() { longjmp(back, 1); }
F jumps(In in, Out out, long n) {
  double *volatile v = (double *)malloc(n * sizeof *v);
  double *t = v, s = 0;
  volatile int times = 0;
  if (setjmp(back)) {
    t = v;
    for (long i = 0; i < n; i++) s = s * 0.99 + t[i];
  }
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + times;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  times = times + 1;
  if (times < 3) jump();
  free(t);
  return s;
}
// realloc takes what is there; free by a function of the program's own, which looks at it.
F grows(In in, Out out, long n) {
  double *t = (double *)malloc(n * sizeof *t);
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  t = (double *)realloc(t, 2 * n * sizeof *t);
  double s = t[n / 3];
  free(t);
  return s;
}
static double last;
__attribute__((noinline)) static void release(double *t) { last = t[5], free(t); }
F released(In in, Out out, long n) {
  double *t = (double *)malloc(n * sizeof *t);
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  release(t);
  return last;
}
// Its size is asked for, its address is looked at.
F size_asked(In in, Out out, long n) {
  double *t = (double *)malloc(n * sizeof *t);
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  double s = malloc_usable_size(t) >= n * sizeof *t;
  s += (unsigned long)t % 8;
  free(t);
  return s;
}
// Filled by strdup, and read without being written.
F duplicated(In in, Out out, long n) {
  char *t = strdup("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz");
  for (long i = 3; i < 90; i++) t[i] = (char)in[i];
  for (long i = 0; i < 90; i++) out[i] = t[i];
  free(t);
  return out[0];
}
// What an iteration allocates the next one reads; two that change places.
F iteration_before(In in, Out out, long n) {
  double *before = 0, s = 0;
  for (int k = 0; k < 6; k++) {
    double *t = (double *)malloc(n * sizeof *t);
    for (long i = 0; i < n; i++) t[i] = in[i] * k + 1;
    if (before)
      for (long i = 0; i < n; i++) out[i] = t[i] - before[i];
    free(before);
    before = t;
    s = s * 0.9 + out[n / 2];
  }
  free(before);
  return s;
}
F change_places(In in, Out out, long n) {
  double *a = (double *)malloc(n * sizeof *a), *b = (double *)calloc(n, sizeof *b), s = 0;
  for (long i = 0; i < n; i++) a[i] = in[i];
  for (int k = 0; k < 6; k++) {
    for (long i = 0; i < n; i++) out[i] = a[i] - b[i];
    for (long i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i + 1];
    double *t = a;
    a = b, b = t;
    s += out[3];
  }
  for (long i = 0; i < n; i++) s = s * 0.99 + a[i] * 3 + b[i];
  free(a), free(b);
  return s;
}
// A stack array in a loop, one of variable length, one whose scope ends and begins.
F in_scope(In in, Out out, long n) {
  double s = 0;
  for (int k = 0; k < 6; k++) {
    double t[n];
    for (long i = 0; i < n; i++) t[i] = in[i] * k + 1;
    for (long i = 0; i < n; i++) out[i] = t[i] * t[n - 1 - i];
    s += out[k];
    double u[128];
    for (long i = 0; i < n; i++) u[i] = out[i] * k + 1;
    for (long i = 0; i < n; i++) out[i] += u[n - 1 - i];
    s += out[k];
  }
  return s;
}
// Volatile and atomic accesses of an array that nobody reads.
F is_volatile(In in, Out out, long n) {
  volatile double *t = (double *)malloc(n * sizeof *t);
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = in[i] * 3;
  free((void *)t);
  return out[3];
}
// operator new called directly is no new-expression.
static long news, deletes;
F direct(In in, Out out, long n) {
  double *t = (double *)::operator new(n * sizeof *t);
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  ::operator delete(t);
  return news - deletes;
}
#pragma clang optimize off
void *operator new(std::size_t n) { return news++, malloc(n); }
void operator delete(void *p) noexcept { deletes++, free(p); }
void operator delete(void *p, std::size_t) noexcept { deletes++, free(p); }
static double all[300];
#define TRY(f) \
  for (long n : {100L, 101L}) for (long at : {150L, 3L}) { \
    for (int i = 0; i < 300; i++) all[i] = i * 31 % 17; \
    double r = -1; \
    try { r = f(all, all + at, n); } catch (const std::exception &) {} \
    double s = r; \
    for (double x : all) s = s * 0.99 + x; \
    printf("%s %a %a\n", #f, r, s); \
  }
int main() {
  TRY(callee_reads) TRY(kept_before) TRY(by_callee) TRY(by_integer) TRY(handler_reads) TRY(cleanup_reads)
  TRY(catches_it) TRY(jumps) TRY(grows) TRY(released) TRY(size_asked) TRY(duplicated) TRY(iteration_before)
  TRY(change_places) TRY(in_scope) TRY(is_volatile)
  news = deletes = 0;
  TRY(direct)
  printf("%ld %ld\n", news, deletes);
}
