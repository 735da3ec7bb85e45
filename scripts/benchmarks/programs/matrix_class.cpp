/* A small matrix class in C++ with operators that return new matrices: (a + b) * s - a.
 * expect: free
 */
#include "bench.h"

#include <memory>

class matrix {
public:
  matrix(int rows, int columns) : rows(rows), columns(columns), cells(new double[(long)rows * columns]) {}
  double &at(int i, int j) { return cells[(long)i * columns + j]; }
  double at(int i, int j) const { return cells[(long)i * columns + j]; }
  const int rows, columns;

private:
  std::unique_ptr<double[]> cells;
};

template <typename Cell> static matrix each(int rows, int columns, Cell cell) {
  matrix result(rows, columns);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      result.at(i, j) = cell(i, j);
  return result;
}

static matrix operator+(const matrix &a, const matrix &b) {
  return each(a.rows, a.columns, [&](int i, int j) { return a.at(i, j) + b.at(i, j); });
}

static matrix operator-(const matrix &a, const matrix &b) {
  return each(a.rows, a.columns, [&](int i, int j) { return a.at(i, j) - b.at(i, j); });
}

static matrix operator*(const matrix &a, double s) {
  return each(a.rows, a.columns, [&](int i, int j) { return a.at(i, j) * s; });
}

KERNEL static void kernel(const matrix &a, const matrix &b, double s, double *__restrict out) {
  matrix result = (a + b) * s - a;
  for (int i = 0; i < result.rows; i++)
    for (int j = 0; j < result.columns; j++)
      out[(long)i * result.columns + j] = result.at(i, j);
}

struct data {
  matrix *a, *b;
  long n;
  double *out;
};

void *bench_setup(long bytes) {
  struct data *d = (struct data *)bench_array(1, sizeof *d);
  int rows = (int)(bytes / (6 * 64 * (long)sizeof(double)));
  d->n = rows * 64L;
  d->a = new matrix(rows, 64);
  d->b = new matrix(rows, 64);
  d->out = (double *)bench_array(d->n, sizeof(double));
  return d;
}

void bench_fill(void *data) {
  struct data *d = (struct data *)data;
  bench_fill_double(&d->a->at(0, 0), d->n, -1, 1, 1);
  bench_fill_double(&d->b->at(0, 0), d->n, -1, 1, 2);
  bench_clear(d->out, (d->n) * (long)sizeof(double));
}

void bench_run(void *data) {
  struct data *d = (struct data *)data;
  kernel(*d->a, *d->b, 0.5, d->out);
}

uint64_t bench_check(void *data) {
  struct data *d = (struct data *)data;
  uint64_t hash = 0;
  hash = bench_hash(hash, d->out, (d->n) * (long)sizeof(double));
  return hash;
}
