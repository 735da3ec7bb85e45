// Temporaries that only the loops behind a failed check need are allocated there, in their order: an exception
// of a later one gives back the earlier ones.
//
// RUN: %clang_fuse -O2 -g %s -o %t -lstdc++ -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %t | FileCheck %s --check-prefix=MADE
// RUN: %run_both --fused %s -DQUIET
// RUN: %run_both --fused %s -DQUIET -O3

#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

static long allocated, alive, left = 1000;

__attribute__((noinline)) void *operator new(std::size_t size) {
  if (!left--) throw std::bad_alloc();
  allocated++, alive++;
  return std::malloc(size);
}

static void release(void *p) {
  alive--;
  std::free(p);
}
__attribute__((noinline)) void operator delete(void *p) noexcept { release(p); }
__attribute__((noinline)) void operator delete(void *p, std::size_t) noexcept { release(p); }

// CHECK-DAG: sunk.cpp:{{.*}}: remark: array t of 8 * n bytes is allocated only where the original loops run: the fused ones do not need it
// CHECK-DAG: sunk.cpp:{{.*}}: remark: array u of 8 * n bytes is allocated only where the original loops run: the fused ones do not need it
__attribute__((noinline)) void chain(const double *in, double *out, long n) {
  std::vector<double> t(n), u(n);
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) u[i] = t[i] * t[i];
  for (long i = 0; i < n; i++) out[i] = u[i] - t[i];
}

// Again and again, with an exception that is caught here.
__attribute__((noinline)) int repeated(const double *in, double *out, long n) {
  int failed = 0;
  for (int again = 0; again < 3; again++) try {
      double *t = new double[n], *u;
      try {
        u = new double[n];
      } catch (...) {
        delete[] t;
        throw;
      }
      for (long i = 0; i < n; i++) t[i] = in[i] + again;
      for (long i = 0; i < n; i++) u[i] = t[i] * t[i];
      for (long i = 0; i < n; i++) out[i] = u[i] - t[i];
      delete[] t;
      delete[] u;
    } catch (const std::bad_alloc &) {
      failed++;
    }
  return failed;
}

// What stands between the allocation and the loops is not done if it fails.
__attribute__((noinline)) void after_output(const double *in, double *out, long n) {
  double *t = new double[n];
  std::printf("begins\n");
  for (long i = 0; i < n; i++) t[i] = in[i] * 2 + 1;
  for (long i = 0; i < n; i++) out[i] = t[i] * t[i];
  delete[] t;
}

#pragma clang optimize off
static double all[300];

static void fill() {
  for (int i = 0; i < 300; i++) all[i] = i * 31 % 17;
}

static void show(const char *what, double extra) {
  double sum = extra;
  for (double x : all) sum = sum * 0.99 + x;
#ifdef QUIET
  std::printf("%s %ld %a\n", what, alive, sum);
#else
  std::printf("%s: %ld allocated, %ld alive\n", what, allocated, alive);
#endif
  allocated = 0, left = 1000;
  fill();
}

int main() {
  // MADE: apart: 0 allocated, 0 alive
  // MADE: apart, repeated: 0 allocated, 0 alive
  // MADE: overlap: 2 allocated, 0 alive
  // MADE: overlap, repeated: 6 allocated, 0 alive
  fill();
  chain(all, all + 150, 100);
  show("apart", 0);
  show("apart, repeated", repeated(all, all + 150, 100));
  chain(all, all + 3, 100);
  show("overlap", 0);
  show("overlap, repeated", repeated(all, all + 3, 100));
  // MADE: fails: 0 allocated, 0 alive
  // MADE: fails: 1 allocated, 0 alive
  // MADE: fails: 2 allocated, 0 alive
  for (long now = 0; now < 3; now++) {
    left = now;
    try {
      chain(all, all + 3, 100);
    } catch (const std::bad_alloc &) {
    }
    show("fails", 0);
  }
  // MADE: repeated fails: 4 allocated, 0 alive
  // MADE: repeated fails: 5 allocated, 0 alive
  // MADE: repeated fails: 4 allocated, 0 alive
  // MADE: repeated fails: 5 allocated, 0 alive
  for (long now = 0; now < 4; now++) {
    left = now;
    show("repeated fails", repeated(all, all + 3, 100));
  }
  // MADE-NOT: begins
  // MADE: output: 0 allocated, 0 alive
  left = 0;
  try {
    after_output(all, all + 3, 100);
  } catch (const std::bad_alloc &) {
  }
  show("output", 0);
}
