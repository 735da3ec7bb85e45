// What a reference refers to is there when the function is entered. A call may end that, so that a load of it does not
// move to where it did not run.
//
// RUN: %run_both %s -lstdc++
// RUN: %run_both %s -O3 -lstdc++
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
__attribute__((noinline)) void release(const long *m) { munmap((void *)m, 4096); }
__attribute__((noinline)) double f(const long &m, bool gone, long n, long k, double *__restrict a, double *__restrict b, const double *__restrict in) {
  if (gone) release(&m);
  for (long i = 0; i < n; i++) a[i] = in[i] * 2;
  for (long i = 0; i < k; i++) b[i] = a[i] + m;
  return 0;
}
#pragma clang optimize off
int main() {
  static double a[100], b[100], in[100];
  for (int k = 0; k < 2; k++) {
    long *m = (long *)mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *m = 5;
    f(*m, k, k ? 0 : 100, k ? 0 : 100,a, b, in);
    printf("%g\n", b[3]);
  }
}
