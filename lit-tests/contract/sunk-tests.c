// Who asks whether an allocation failed asks where it is made: where a check fails, in the same order, and with
// the same answer.
//
// RUN: %clang_fuse -O2 -g %s -o %t -Wl,--wrap=malloc,--wrap=calloc,--wrap=free -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 -g %s -c -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --check-prefix=NOT
// RUN: %t | FileCheck %s --check-prefix=MADE
// RUN: %run_both --fused %s -DQUIET -Wl,--wrap=malloc,--wrap=calloc,--wrap=free
// RUN: %run_both --fused %s -DQUIET -Wl,--wrap=malloc,--wrap=calloc,--wrap=free -O3

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define FUNCTION __attribute__((noinline)) int

// CHECK-DAG: remark: array t of 8 * n bytes is allocated only where the original loops run
// CHECK-DAG: remark: array u of 8 * n bytes is allocated only where the original loops run
FUNCTION both(const double *in, double *out, long n) {
  double *t = malloc(n * sizeof *t), *u = malloc(n * sizeof *u);
  if (!t || !u) {
    free(t);
    free(u);
    return -1;
  }
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) u[i] = t[i] * t[i];
  for (long i = 0; i < n; i++) out[i] = u[i] - t[i];
  free(t);
  free(u);
  return 0;
}

// CHECK-DAG: remark: array v of 8 * n bytes is allocated only where the original loops run
// CHECK-DAG: remark: array w of 8 * n bytes is allocated only where the original loops run
FUNCTION each(const double *in, double *out, long n) {
  double *v = malloc(n * sizeof *v);
  if (!v) return -1;
  double *w = calloc(n, sizeof *w);
  if (!w) {
    free(v);
    return -2;
  }
  for (long i = 0; i < n; i++) v[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) w[i] = v[i] * v[i];
  for (long i = 0; i < n; i++) out[i] = w[i] - v[i];
  free(v);
  free(w);
  return 0;
}

// CHECK-DAG: remark: array x of 8 * n bytes is allocated only where the original loops run
FUNCTION again(const double *in, double *out, long n) {
  int failed = 0;
  for (int k = 0; k < 3; k++) {
    double *x = malloc(n * sizeof *x);
    if (!x) {
      failed += 1 + k;
      continue;
    }
    for (long i = 0; i < n; i++) x[i] = in[i] * 2 + k;
    for (long i = 0; i < n; i++) out[i] = x[i] * x[i];
    free(x);
  }
  return failed;
}

// CHECK-DAG: remark: array y of 8 * n bytes is allocated only where the original loops run
FUNCTION cleanup(const double *in, double *out, long n) {
  int result = -1;
  double *z = NULL, *y = malloc(n * sizeof *y);
  if (y == NULL) goto done;
  z = malloc(n * sizeof *z);
  if (z == NULL) goto done;
  for (long i = 0; i < n; i++) y[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) z[i] = y[i] * y[i];
  for (long i = 0; i < n; i++) out[i] = z[i] - y[i];
  result = 0;
done:
  if (z) free(z);
  if (y) free(y);
  return result;
}

// Who is told which one failed, or something else in the same breath, is told the truth.
FUNCTION told(const double *in, double *out, long n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  int first = !a, second = !b;
  if (first || second) {
    int which = first ? 10 : 20;
    free(a);
    free(b);
    return which;
  }
  for (long i = 0; i < n; i++) a[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) b[i] = a[i] * a[i];
  for (long i = 0; i < n; i++) out[i] = b[i] - a[i];
  free(a);
  free(b);
  return first + second;
}

FUNCTION mixed(const double *in, double *out, long n) {
  double *c = malloc(n * sizeof *c);
  if (!c || in[0] > 1e6) return -1;
  for (long i = 0; i < n; i++) c[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = c[i] * c[i];
  free(c);
  return 0;
}

// NOT-NOT: array {{[def]}} {{.*}} only where
//
// One that stays is not given back where it would not have been allocated yet.
FUNCTION stays(const double *in, double *out, long n) {
  double *d = malloc(n * sizeof *d);
  if (!d) return -1;
  double *e = malloc(n * sizeof *e);
  if (!e) {
    free(d);
    return -2;
  }
  for (long i = 0; i < n; i++) d[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = d[i] * d[i];
  for (long i = 0; i < n; i++) e[i * 7 % n] = out[i];
  int result = (int)e[n / 2];
  free(d);
  free(e);
  return result;
}

// What is done before one fails stays done, and what would be done behind is not.
FUNCTION effects(const double *in, double *out, long n) {
  double *f = malloc(n * sizeof *f);
  out[n] = f ? 1 : 2;
  if (!f) return -1;
  for (long i = 0; i < n; i++) f[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = f[i] * f[i];
  free(f);
  return 0;
}

#pragma clang optimize off
static long made, alive, left = 1000;

void *__real_malloc(size_t);
void __real_free(void *);
void *__wrap_malloc(size_t size) {
  if (!left--) return NULL;
  made++, alive++;
  return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  void *p = __wrap_malloc(count * size);
  return p ? memset(p, 0, count * size) : p;
}
void __wrap_free(void *p) {
  alive -= p != NULL;
  __real_free(p);
}

int main(void) {
  static double all[300];
  int (*const functions[])(const double *, double *, long) = {both, each, again, cleanup,
                                                              told, mixed, stays, effects};
#ifndef QUIET
  // MADE: 0: 0 made, 0 alive
  // MADE-NEXT: 1: 0 made, 0 alive
  // MADE-NEXT: 2: 0 made, 0 alive
  // MADE-NEXT: 3: 0 made, 0 alive
  // MADE-NEXT: 4: {{.*}}, 0 alive
  // MADE-NEXT: 5: {{.*}}, 0 alive
  // MADE-NEXT: 6: {{.*}}, 0 alive
  // MADE-NEXT: 7: {{.*}}, 0 alive
  for (int f = 0; f < 8; f++) {
    made = 0;
    functions[f](all, all + 150, 100);
    printf("%d: %ld made, %ld alive\n", f, made, alive);
  }
#else
  for (int f = 0; f < 8; f++)
    for (int distance = 0; distance < 4; distance++)
      for (long allowed = 0; allowed < 6; allowed++) {
        for (int i = 0; i < 300; i++) all[i] = i * 31 % 17;
        made = 0, left = allowed;
        int result = functions[f](all, all + distance, 100);
        double sum = 0;
        for (int i = 0; i < 300; i++) sum = sum * 0.99 + all[i];
        printf("%d %d %ld: %d, %ld made, %ld alive, %a\n", f, distance, allowed, result, made, alive, sum);
        left = 1000;
      }
#endif
}
