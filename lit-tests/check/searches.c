// Loops that are left where they find something, behind loops that make what they look at. A copy of them that is not left
// early only finds out whether they would be, and is fused; the loop itself runs again where it would. What is fused runs in
// chunks until then, and without the search from there on.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang -O2 -g -fsanitize=memory -fpass-plugin=%loopfuse -c %s -o /dev/null -Rpass=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s --check-prefix=WATCHED --implicit-check-not='fused loop'
// RUN: %run_both --fused %s -lm
// RUN: %run_both --fused --options='no-profit' %s -lm
// RUN: %run_both --fused --options='place=late' %s -O3 -lm
// Where a sanitizer watches what is read, nothing is read in vain.
// WATCHED: cannot be fused: the loop is left from 2 places

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], trip count n; where it finds that the second loop is left early, that loop runs again by itself
NOINLINE int flag(float *a, const float *b, int n, float limit) {
  for (int i = 0; i < n; i++) a[i] = b[i] * 2;
  int bad = 0;
  for (int i = 0; i < n; i++) if (a[i] > limit) { bad = 1; break; }
  return bad;
}

// What is compared may be what the first loop reads.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], {{.*}}; where it finds that the second loop is left early
NOINLINE int relax(double *u, double *v, int n, int steps, double eps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) v[i] = (u[i - 1] + 2 * u[i] + u[i + 1]) * 0.25;
    bool done = true;
    for (int i = 1; i < n - 1; i++) if (fabs(v[i] - u[i]) > eps) { done = false; break; }
    if (done) return t;
    double *w = u; u = v; v = w;
  }
  return steps;
}

// Between two places that are read lies one that is not.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where it finds that the second loop is left early
NOINLINE int jacobi(double *restrict u, double *restrict v, int n, double eps) {
  for (int i = 1; i < n - 1; i++) v[i] = (u[i - 1] + u[i + 1]) * 0.5;
  for (int i = 1; i < n - 1; i++) if (fabs(v[i] - u[i]) > eps) return i;
  return -1;
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where it finds that the second loop is left early
NOINLINE long over(int *a, const int *b, size_t n) {
  for (size_t i = 0; i < n; i++) a[i] = (int)((unsigned)b[i] * 3u);
  for (size_t i = 0; i < n; i++) if (a[i] < 0) goto error;
  return 0;
error:
  return -1;
}

// A sum beside the search, up to where it ends.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}; where it finds that the second loop is left early
NOINLINE int sum(int *a, const int *b, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) a[i] = b[i] ^ 5;
  for (int i = 0; i < n; i++) { if (a[i] == 77) break; s += (unsigned)a[i]; }
  return (int)s;
}

// LLVM makes one condition of both ends.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where it finds that the second loop is left early
NOINLINE bool same(unsigned char *a, const unsigned char *b, int n) {
  for (int i = 0; i < n; i++) a[i] = (unsigned char)(b[i] == 200 ? 0 : b[i]);
  for (int i = 0; i < n; i++) if (a[i] != b[i]) return false;
  return true;
}

// Two ways out of one loop.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where it finds that the second loop is left early
NOINLINE int twice(float *a, const float *b, int n, float limit) {
  for (int i = 0; i < n; i++) a[i] = b[i] + 1;
  for (int i = 0; i < n; i++) { if (a[i] > limit) return i; if (a[i] < -limit) return -i - 1; }
  return 1 << 30;
}

// Row by row.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+4]], {{.*}}; where it finds that the second loop is left early
NOINLINE int rows(float *p, const float *q, int w, int h, float limit) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++) p[y * w + x] = q[y * w + x] * 2;
    for (int x = 0; x < w; x++) if (p[y * w + x] > limit) return y;
  }
  return -1;
}

// Backwards, and every other element.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where it finds that the second loop is left early
NOINLINE long down(float *restrict a, const float *restrict b, long n, float limit) {
  for (long i = n - 1; i >= 0; i--) a[2 * i] = b[i] + 1;
  for (long i = n - 1; i >= 0; i--) if (a[2 * i] > limit) return i;
  return -1;
}

// An array of its own, which stays, as the loop may run again.
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], {{.*}}; where it finds that the second loop is left early
NOINLINE float own(const float *b, int n) {
  float *t = malloc((size_t)n * sizeof *t + 1);
  for (int i = 0; i < n; i++) t[i] = b[i] * b[i];
  float r = 0;
  for (int i = 0; i < n; i++) if (t[i] > 1000) { r = t[i]; break; }
  free(t);
  return r;
}

static const int sizes[] = {0, 1, 2, 3, 63, 64, 65, 191, 192, 193, 1000};

int main(void) {
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    int n = sizes[s];
    int where[] = {-1, 0, 1, 62, 63, 64, 65, 128, 191, 192, n - 2, n - 1};
    for (unsigned k = 0; k < sizeof where / sizeof *where; k++) {
      int at = where[k];
      if (at >= n) continue;
      size_t m = (size_t)n;
      float *a = calloc(2 * m + 1, sizeof *a), *b = calloc(m + 1, sizeof *b);
      double *u = calloc(m + 1, sizeof *u), *v = calloc(m + 1, sizeof *v);
      int *c = calloc(m + 1, sizeof *c), *d = calloc(m + 1, sizeof *d);
      unsigned char *e = calloc(m + 1, 1), *f = calloc(m + 1, 1);
      for (int i = 0; i < n; i++) b[i] = (float)(i % 7), u[i] = 1, d[i] = i % 50, f[i] = (unsigned char)(i % 100);
      if (at >= 0) b[at] = k % 2 ? 100 : -100, u[at] = 9, d[at] = k % 2 ? 77 ^ 5 : 1 << 30, f[at] = 200;
      printf("%d %d:", n, at);
      printf(" %d", flag(a, b, n, 50));
      printf(" %d", relax(u, v, n, 40, 0.01));
      printf(" %d", jacobi(u, v, n, 0.001));
      printf(" %ld", over(c, d, m));
      printf(" %d", sum(c, d, n));
      printf(" %d", same(e, f, n));
      printf(" %d", twice(a, b, n, 60));
      printf(" %d", rows(a, b, n / 3, 3, 50));
      printf(" %ld", down(a, b, n, 50));
      printf(" %g", (double)own(b, n));
      double check = 0;
      for (int i = 0; i < n; i++) check += (i % 5 + 1) * (a[2 * i] + a[i] + u[i] + v[i] + c[i] % 100 + e[i]);
      printf(" %.17g\n", check);
      free(a), free(b), free(u), free(v), free(c), free(d), free(e), free(f);
    }
  }
}
