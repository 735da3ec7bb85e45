// Rows whose pitch is a variable are asked to be apart; readers of elements beside what was written ask for no more.
//
// RUN: %clang_fuse -O2 -g -c %s -o %t.o -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s

int printf(const char *, ...);

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; where the sizes of un keep rows apart
__attribute__((noinline)) void left(int nx, int ny, int p, double *restrict u, double *restrict un, double *restrict h) {
  for (int j = 1; j < ny; j++)
    for (int i = 1; i < nx; i++) un[j * p + i] = 2 * u[j * p + i];
  for (int j = 1; j < ny; j++)
    for (int i = 1; i < nx; i++) h[j * p + i] = un[j * p + i] - un[j * p + i - 1];
}

// The same the other way, by numbers of another width.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; where the sizes of un keep rows apart
__attribute__((noinline)) void right(int nx, int ny, long p, double *restrict u, double *restrict un, double *restrict h) {
  for (long j = 1; j < ny; j++)
    for (long i = 1; i < nx; i++) un[j * p + i] = 2 * u[j * p + i];
  for (long j = 1; j < ny; j++)
    for (long i = 1; i < nx; i++) h[j * p + i] = un[j * p + i] - un[j * p + i + 1];
}

int main(void) {
  static double u[400], un[400], h[400];
  for (int n = 0; n < 12; n++)
    for (int p = 0; p < 16; p++) {
      for (int i = 0; i < 400; i++) u[i] = i, un[i] = .5 * i, h[i] = 0;
      left(n, 9, p, u + 20, un + 20, h + 20);
      right(n, 9, p, un + 20, u + 20, h + 20);
      double sum = 0;
      for (int i = 0; i < 400; i++) sum = sum * .99 + h[i];
      printf("%.17g\n", sum);
    }
}
