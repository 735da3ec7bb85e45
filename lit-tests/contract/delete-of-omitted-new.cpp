// Where `new` is left out, so is `delete` ([expr.delete]): whoever counts both finds as many of each.
//
// CHECK: apart: 0 new, 0 delete
// CHECK: overlap: 1 new, 1 delete
//
// RUN: %clang_fuse -O2 %s -lstdc++ -o %t && %t | FileCheck %s
// RUN: %clang_fuse -O3 %s -lstdc++ -o %t && %t | FileCheck %s
#include <cstdio>
#include <cstdlib>
#include <new>
static long news, deletes;
__attribute__((noinline)) void *operator new(std::size_t size) { news++; return std::malloc(size); }
__attribute__((noinline)) void operator delete(void *p) noexcept { deletes++; std::free(p); }
__attribute__((noinline)) void operator delete(void *p, std::size_t) noexcept { deletes++; std::free(p); }

__attribute__((noinline)) void chain(const double *in, double *out, long n) {
  double *t = new double[n];
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  delete[] t;
}
#pragma clang optimize off
static double all[300];
int main() {
  chain(all, all + 150, 100);
  std::printf("apart: %ld new, %ld delete\n", news, deletes);
  chain(all, all + 3, 100);
  std::printf("overlap: %ld new, %ld delete\n", news, deletes);
}
