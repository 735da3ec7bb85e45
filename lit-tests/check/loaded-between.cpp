// Helpers that take an object by reference, or are members of it: LLVM hoists what their loops load again out of these, and
// forgets of what type it is. Inlined, it stands between the loops, and stores of the first one may be of it.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=0;place=early' %s
// RUN: %run_both --fused --options='check-work=0;place=late' %s
#include <cstdio>
#include <cstring>
#include <vector>

struct Matrix {
  int rows, columns;
  double *data;
  void clamp();
};

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+6]], {{.*}}; where no store overwrites what the loops load again
static void scale(Matrix &m, double by) {
  for (int i = 0; i < m.rows; i++)
    for (int j = 0; j < m.columns; j++) m.data[i * m.columns + j] *= by;
}
inline void Matrix::clamp() {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) data[i * columns + j] = data[i * columns + j] < 2 ? data[i * columns + j] : 2;
}
__attribute__((noinline)) void both(Matrix &m, double by) {
  scale(m, by);
  m.clamp();
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+5]]
static void gain(std::vector<float> &x) {
  for (std::size_t i = 0; i < x.size(); i++) x[i] *= .5f;
}
static void offset(std::vector<float> &x) {
  for (std::size_t i = 0; i < x.size(); i++) x[i] += 1;
}
__attribute__((noinline)) void signal(std::vector<float> &x) {
  gain(x);
  offset(x);
}

static void show(const double *from, int count) {
  unsigned sum = 0;
  auto at = reinterpret_cast<const unsigned char *>(from);
  for (unsigned i = 0; i < count * sizeof(double); i++) sum = sum * 31 + at[i];
  std::printf("%u\n", sum);
}

int main() {
  static double bytes[64];
  for (int rows = 0; rows < 6; rows++)
    for (int columns = 0; columns < 9; columns++) {
      for (int i = 0; i < 64; i++) bytes[i] = i * .125;
      Matrix m = {rows, columns, bytes};
      both(m, 1.5);
      show(bytes, 64);
    }
  // The matrix lies among its own elements, of which the factor leaves each as it is.
  for (int at = 0; at < 40; at++) {
    for (int i = 0; i < 64; i++) bytes[i] = i * .125;
    Matrix *m = new (&bytes[at]) Matrix{5, 7, bytes};
    both(*m, 1);
    std::printf("%d %d %d\n", m->rows, m->columns, m->data == bytes);
    m->data = nullptr;
    show(bytes, 64);
  }
  for (int n = 0; n < 20; n++) {
    std::vector<float> x(n, 3);
    signal(x);
    for (float y : x) std::printf("%g ", y);
    std::printf("\n");
  }
}
