// A step and its copy back: the copy runs late, and its last iterations behind the fused loop. What they copy was
// stored in the last iterations of that one, and is handed on in registers, so that nothing reads the array.
//
// RUN: %clang_fuse -O2 -g -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %clang_fuse -O2 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=IR
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3 -march=native
// RUN: %run_both --fused '--options=no-profit;place=early' %s -O1

#include <stdio.h>
#include <stdlib.h>
#define FUNCTION __attribute__((noinline)) void
enum { N = 100 };

// IR-NOT: @constant.b
FUNCTION constant(double *restrict a) {
  static double b[N];
  for (int i = 1; i < N - 1; i++)
    b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
  for (int i = 1; i < N - 1; i++)
    a[i] = b[i];
}

// CHECK-DAG: to-remainder.c:[[#@LINE+3]]:3: remark: array b of 8 * n bytes is not written here any more
FUNCTION heap(double *a, int n) {
  double *b = malloc(n * sizeof *b);
  for (int i = 1; i < n - 1; i++)
    b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
  for (int i = 1; i < n - 1; i++)
    a[i] = b[i];
  free(b);
}

// Late by three iterations; the fused loop may have fewer.
// CHECK-DAG: to-remainder.c:[[#@LINE+3]]:3: remark: array b of 4 * n bytes is not written here any more
FUNCTION three(int *restrict a, int n) {
  int *b = malloc(n * sizeof *b);
  for (int i = 3; i < n - 3; i++)
    b[i] = a[i - 3] - 2 * a[i] + a[i + 1];
  for (int i = 3; i < n - 3; i++)
    a[i] = b[i];
  free(b);
}

// Downwards, and two values of each iteration.
// CHECK-DAG: remark: array pairs.x of 400 bytes is not written here any more
// CHECK-DAG: remark: array pairs.y of 400 bytes is not written here any more
FUNCTION pairs(int *restrict a, int n) {
  static int x[N], y[N];
  for (int i = n - 3; i >= 2; i--) {
    x[i] = a[i - 2] + a[i + 2];
    y[i] = a[i - 2] - a[i];
  }
  for (int i = n - 3; i >= 2; i--)
    a[i] = x[i] ^ y[i];
}

// What is read two iterations later in the remainder was stored one iteration before the fused loop's last one; the
// other one is read where the loop no longer comes.
// CHECK-NOT: array longer.b
FUNCTION longer(const int *restrict in, int *restrict out, int n) {
  static int b[N];
  for (int i = 0; i < n - 2; i++)
    b[i] = in[i] * 3;
  for (int i = 2; i < n; i++)
    out[i] = b[i - 2] + b[i];
}

// Code between writes to what the last iteration reads.
// CHECK-NOT: array between.b
FUNCTION between(int *restrict a, int n) {
  static int b[N];
  for (int i = 1; i < n - 1; i++)
    b[i] = a[i + 1] + a[i] * 3;
  b[n - 2] = 7;
  for (int i = 1; i < n - 1; i++)
    a[i] = b[i];
}

static void show(const int *a) {
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 31 + a[i];
  printf(" %u", sum);
}

int main(void) {
  static double d[N];
  static int a[N], out[N];
  for (int i = 0; i < N; i++)
    d[i] = i * 37 % 101, a[i] = i * 53 % 97;
  for (int k = 0; k < 3; k++) {
    constant(d);
    for (int n = 0; n <= N; n += n < 12 ? 1 : 44) {
      heap(d, n);
      three(a, n);
      show(a);
      pairs(a, n);
      show(a);
      longer(a, out, n);
      show(out);
      if (n > 2)
        between(a, n);
      show(a);
    }
  }
  for (int i = 0; i < N; i++)
    printf(" %a", d[i]);
  puts("");
}
