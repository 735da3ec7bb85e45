// A nest takes in a nest before it takes in a loop that runs one iteration with each of its rows: that loop might keep
// the other nest away. Where the loop must stay between, it is fused with the first nest, and then the second one is.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options=no-profit %s -O3

#include <stdio.h>
#define FUNCTION __attribute__((noinline)) void
enum { N = 40 };
typedef float row[N];

// The second nest reads all of w in each row.
// CHECK-DAG: nests-first.c:[[#@LINE+3]]:3: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]],
FUNCTION behind(const row *restrict in, row *restrict t, row *restrict out, const float *restrict u,
                float *restrict w, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < N; j++) t[i][j] = in[i][j] * u[i];
  for (int i = 0; i < n; i++) w[i] = 0.5f * u[i] + 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) out[i][j] = t[i][j] * w[j] + in[i][j];
}

// Before both.
// CHECK-DAG: remark: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+6]],
FUNCTION before(const row *restrict in, row *restrict t, row *restrict out, const float *restrict u,
                float *restrict w, int n) {
  for (int i = 0; i < n; i++) w[i] = 1 / (1 + u[i] * u[i]);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < N; j++) t[i][j] = in[i][j] * w[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) out[i][j] = t[i][j] * w[j] + in[i][j];
}

// Each row is divided by its sum: the loop between the nests reads what the first one writes, and writes what
// the second one reads.
// CHECK-DAG: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+8]],
// CHECK-DAG: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+8]],
FUNCTION through(const row *restrict in, row *restrict out, float *restrict sum, float *restrict one, int n) {
  for (int i = 0; i < n; i++) {
    float s = 0;
    for (int j = 0; j < N; j++) s += in[i][j];
    sum[i] = s;
  }
  for (int i = 0; i < n; i++) one[i] = 1 / (sum[i] + 1);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < N; j++) out[i][j] = in[i][j] * one[i];
}

int main(void) {
  static float in[N][N], t[N][N], out[N][N], u[N], w[N];
  for (int n = 0; n <= N; n += n < 6 ? 1 : 17) {
    for (int i = 0; i < N * N; i++) in[0][i] = i * 37 % 101;
    for (int i = 0; i < N; i++) u[i] = i * 53 % 97;
    behind(in, t, out, u, w, n);
    before(in, t, out, w, u, n);
    through(in, t, u, w, n);
    double sum = 0;
    for (int i = 0; i < N * N; i++) sum = sum * 0.99 + in[0][i] + t[0][i] * 3 + out[0][i] * 5;
    for (int i = 0; i < N; i++) sum = sum * 0.99 + u[i] + w[i];
    printf(" %a", sum);
  }
  puts("");
}
