// A bit of everything that a code generator can treat differently by an option.
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int common_variable;
static int zeros[256];
const int zero_constants[4] = {0, 0, 0, 0};
_Thread_local int per_thread = 3;
extern _Thread_local int per_thread_elsewhere;
extern int elsewhere[];
__attribute__((weak)) int weak_variable = 1;
__attribute__((section(".special"))) int in_a_section = 5;
int aliased(int x) { return x + 1; }
int alias(int x) __attribute__((alias("aliased")));
static jmp_buf mark;

__attribute__((constructor)) static void first(void) { per_thread++; }

__attribute__((noinline)) static int dense(int x) {
  switch (x) {
  case 0: return zeros[7];
  case 1: return elsewhere[1];
  case 2: return per_thread;
  case 3: return per_thread_elsewhere;
  case 4: return weak_variable;
  case 5: return common_variable;
  case 6: return -9;
  default: return zero_constants[x & 3];
  }
}

int computed_goto(const unsigned char *p) {
  static void *const table[] = {&&add, &&twice, &&done};
  int x = 0;
  goto *table[*p++ % 3];
add:
  x += *p;
  goto *table[*p++ % 3];
twice:
  x *= 2;
  goto *table[*p++ % 3];
done:
  return x;
}

int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 0;
  for (int i = 0; i < n; i++) s += va_arg(list, int);
  va_end(list);
  return s;
}

void scale(float *restrict t, float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) t[i] = x[i] * 2 + 1;
  for (int i = 0; i < n; i++) y[i] = t[i] * t[i] - x[i];
}

double dot(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * y[i];
  return sqrt(s) + fabs(s) / 3;
}

void blend(unsigned char *restrict out, const unsigned char *a, const unsigned char *b, int n) {
#pragma clang loop unroll_count(4)
  for (int i = 0; i < n; i++) out[i] = (unsigned char)((a[i] * 3 + b[i]) >> 2);
}

void four(int *restrict p, const int *q) {
  p[0] = q[0] + q[4];
  p[1] = q[1] + q[5];
  p[2] = q[2] + q[6];
  p[3] = q[3] + q[7];
}

double complex turn(double complex z, long double w) { return z * z + (double)w; }

size_t variable_length(int n, const char *text) {
  char buffer[n];
  strncpy(buffer, text, (size_t)n - 1);
  buffer[n - 1] = 0;
  return strlen(buffer);
}

int counted(atomic_int *counter) { return atomic_fetch_add(counter, 1); }

#ifdef __x86_64__
unsigned bits(unsigned x) {
  unsigned y;
  __asm__("bswap %0" : "=r"(y) : "0"(x));
  return y;
}
__asm__(".globl from_assembly\nfrom_assembly:\n\tret\n");
#ifndef __AVX512F__
__attribute__((target("avx2"))) void wide(int *restrict p, const int *q) {
  for (int i = 0; i < 64; i++) p[i] = q[i] * 5;
}
#endif
#endif

__attribute__((cold)) static void fail(const char *why) {
  fprintf(stderr, "%s\n", why);
  longjmp(mark, 1);
}

int main(int argc, char **argv) {
  if (setjmp(mark)) return 1;
  if (argc > 8) fail(argv[0]);
  printf("%d %d %zu\n", dense(argc), sum(2, argc, 3), variable_length(argc + 4, argv[0]));
  return 0;
}
