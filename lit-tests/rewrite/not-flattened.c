// Two elements of one array that lie in one of another: what is written to that comes first. And a promise of each row, which
// does not hold for all rows.
//
// RUN: %run_both --fused %s -O2 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=early' %s -O2 -ffp-contract=off
// RUN: %run_both --fused '--options=no-profit;place=late' %s -O3 -ffp-contract=off

#include <stdio.h>

typedef short __attribute__((may_alias)) narrow;
typedef int __attribute__((may_alias)) wide;

__attribute__((noinline)) void widen(narrow *a, int *restrict out, long n) {
  wide *q = (wide *)a;
  for (long i = 0; i < n; i++) {
    int x = a[2 * i], y = a[2 * i + 1];
    q[2 * i] = x * 5;
    q[2 * i + 1] = y * 5;
  }
  for (long i = 0; i < n; i++) {
    out[2 * i] = q[2 * i] + 1;
    out[2 * i + 1] = q[2 * i + 1] + 1;
  }
}

static inline __attribute__((always_inline)) void row(const float *restrict a, float *restrict b, long m) {
  for (long k = 0; k < m; k++) b[k] = a[k] * 0.5f + 1.0f;
}

__attribute__((noinline)) void rows(float *a, float *b, float *restrict d, long n) {
  for (long i = 0; i < n; i++) row(a + 3 * i, b + 3 * i, 3);
  for (long i = 0; i < n; i++) row(b + 3 * i, d + 3 * i, 3);
}

enum { most = 300 };
static int b[2 * most], out[2 * most];
static float f[3 * most + 3], d[3 * most];

int main(void) {
  for (int n = 0; n <= most; n += n < 4 ? 1 : 74) {
    for (int i = 0; i < 4 * most; i++) ((narrow *)b)[i] = i + 1;
    widen((narrow *)b, out, n);
    for (int i = 0; i < 3 * most + 3; i++) f[i] = i * 7 % 1000;
    rows(f, f + 3, d, n);
    double sum = 0;
    for (int i = 0; i < 2 * most; i++) sum = sum * 0.99 + b[i] + out[i];
    for (int i = 0; i < 3 * most; i++) sum = sum * 0.99 + f[i] + d[i];
    printf("%d %.17g\n", n, sum);
  }
}
