// Vectors of vectors: each holds a pointer to its elements, 24 bytes from one to the next.
//
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -lstdc++
// RUN: %run_both --fused %s -O3 -lstdc++

#include <cstdio>
#include <vector>
#define FUNCTION __attribute__((noinline)) void
using matrix = std::vector<std::vector<double>>;

// CHECK-DAG: row-pointers.cpp:[[#@LINE+3]]:3: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], {{.*}}pair(s) of pointers; where the sizes of the rows of
FUNCTION map(const matrix &a, matrix &b, matrix &c) {
  const int h = a.size(), w = h ? a[0].size() : 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y][x] = 2 * a[y][x] + 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) c[y][x] = b[y][x] * a[y][x];
}

// CHECK-DAG: row-pointers.cpp:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}pair(s) of pointers; where the sizes of the rows of
FUNCTION smooth(matrix &a, matrix &b, int h, int w) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 0; x < w; x++) b[y][x] = a[y - 1][x] + 2 * a[y][x] + a[y + 1][x];
  for (int y = 1; y < h - 1; y++)
    for (int x = 0; x < w; x++) a[y][x] = b[y][x] / 4;
}

int main() {
  for (int h = 0; h < 12; h++)
    for (int w = 0; w < 40; w += w < 3 ? 1 : 12) {
      matrix a(h, std::vector<double>(w)), b(a), c(a), d(a);
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) a[y][x] = x * 37 % 101 + y;
      if (h > 5) std::swap(d[2], d[3]); // rows in another order
      map(a, b, c);
      map(c, d, a);
      map(a, a, b);
      smooth(a, b, h, w);
      smooth(d, c, h, w);
      double sum = 0;
      for (auto *m : {&a, &b, &c, &d})
        for (auto &row : *m)
          for (double v : row) sum = sum * 0.99 + v;
      std::printf("%d %d %a\n", h, w, sum);
    }
}
