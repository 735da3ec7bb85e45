// Rows that pointers lead to: where these are evenly apart, the array has a pitch, and loops over it are fused behind the
// checks of other arrays with pitches.
//
// RUN: %clang_fuse -O2 -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused %s -O3

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define FUNCTION __attribute__((noinline)) void

// CHECK-DAG: row-pointers.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}pair(s) of pointers
FUNCTION map(double **a, double **b, double **c, int h, int w) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y][x] = 2 * a[y][x] + 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) c[y][x] = b[y][x] * a[y][x];
}

// CHECK-DAG: row-pointers.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+5]], {{.*}}pair(s) of pointers
FUNCTION stencil(float **a, float **b, float **c, int h, int w) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      b[y][x] = a[y][x - 1] + a[y][x + 1] + a[y - 1][x] + a[y + 1][x];
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++)
      c[y][x] = b[y][x - 1] + b[y][x + 1] + b[y - 1][x] + b[y + 1][x];
}

typedef struct {
  int width, height;
  double **rows;
} image;

// CHECK-DAG: row-pointers.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}pair(s) of pointers
FUNCTION of_structs(image *a, image *b, image *c) {
  for (int y = 0; y < a->height; y++)
    for (int x = 0; x < a->width; x++) b->rows[y][x] = 2 * a->rows[y][x] + 1;
  for (int y = 0; y < a->height; y++)
    for (int x = 0; x < a->width; x++) c->rows[y][x] = b->rows[y][x] * a->rows[y][x];
}

// In a loop over time, and three of them.
// CHECK-DAG: row-pointers.c:[[#@LINE+3]]:5: remark: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+5]], {{.*}}pair(s) of pointers
FUNCTION in_time(double **a, double **b, double **c, int h, int w, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) b[y][x] = 0.5 * a[y][x] + 1;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) c[y][x] = b[y][x] - a[y][x];
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) a[y][x] = c[y][x] + b[y][x];
  }
}

// Bytes may be parts of the pointers: the check asks.
// CHECK-DAG: row-pointers.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}pair(s) of pointers
FUNCTION bytes(unsigned char **a, unsigned char **b, unsigned char **c, int h, int w) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y][x] = a[y][x] + 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) c[y][x] = b[y][x] ^ a[y][x];
}

// What the first nest writes may be the pointers of the second one.
// CHECK-DAG: row-pointers.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}pair(s) of pointers
FUNCTION relink(unsigned char **a, unsigned char **b, unsigned char **c, int h, int w) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y][x] = a[y][x];
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) c[y][x] = b[y][x] + 1;
}

// A call writes the row: nobody asks what.
// CHECK-DAG: row-pointers.c:[[#@LINE+2]]:3: remark: loop at line [[#@LINE+2]] and loop at line [[#@LINE+6]] not fused: {{.*}}may point to the same memory
FUNCTION filled(unsigned char **a, unsigned char **b, int h, int w) {
  for (int y = 0; y < h; y++) {
    memset(b[y], y, w);
    for (int x = 0; x < w; x++) a[y][x] += 1;
  }
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y][x] ^= a[y][x];
}

// A row is chosen by what is read.
// CHECK-DAG: row-pointers.c:[[#@LINE+2]]:3: remark: loop at line [[#@LINE+2]] and loop at line [[#@LINE+4]] not fused:
FUNCTION chosen(double **a, double **b, double **c, const int *of, int h, int w) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[of[y]][x] = 2 * a[y][x] + 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) c[y][x] = b[y][x] * a[y][x];
}

// Rows of structs.
typedef struct {
  double *p;
  long length;
} row;
// CHECK-DAG: row-pointers.c:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}where the sizes of the rows of argument 2 keep rows apart
FUNCTION members(row *a, row *b, row *c, int h, int w) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) b[y].p[x] = 2 * a[y].p[x] + 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) c[y].p[x] = b[y].p[x] * a[y].p[x];
}

// Every other row, and backwards.
// CHECK-DAG: row-pointers.c:[[#@LINE+2]]:3: remark: loop at line [[#@LINE+2]] and loop at line [[#@LINE+4]] not fused: {{.*}}may point to the same memory
FUNCTION halves(double **a, double **b, double **c, int h, int w) {
  for (int y = 0; y < h / 2; y++)
    for (int x = 0; x < w; x++) b[y][x] = 2 * a[2 * y][x] + 1;
  for (int y = 0; y < h / 2; y++)
    for (int x = 0; x < w; x++) c[y][x] = b[y][x] * a[y][x];
}
// CHECK-DAG: row-pointers.c:[[#@LINE+2]]:3: remark: loop at line [[#@LINE+2]] and loop at line [[#@LINE+4]] not fused: {{.*}}may point to the same memory
FUNCTION backwards(double **a, double **b, double **c, int h, int w) {
  for (int y = h - 1; y >= 0; y--)
    for (int x = 0; x < w; x++) b[y][x] = 2 * a[y][x] + 1;
  for (int y = h - 1; y >= 0; y--)
    for (int x = 0; x < w; x++) c[y][x] = b[y][x] * a[y][x];
}

// What the pass makes for its check is no loop of the source.
// CHECK-NOT: unnamed

#pragma clang optimize off
enum { H = 9, W = 13, N = (H + 2) * (W + 2), LAYOUTS = 9 };
static double block[3][N * 3];
static float floats[3][N * 3];
static const int mixed[H] = {3, 0, 7, 1, 5, 8, 2, 6, 4};

// Where row y of array k begins, in elements of block k.
static long begin(int layout, int k, int y, int *of) {
  *of = k;
  switch (layout) {
  case 0: return y * W;                        // dense
  case 1: return y * (W + 3);                  // with a gap
  case 2: return (H - 1 - y) * W;              // upside down
  case 3: return mixed[y] * W;                 // in no order
  case 4: return y * (W - 2);                  // rows overlap
  case 5: return k == 1 ? 0 : y * W;           // one row
  case 6: *of = 0; return y * W + k * (W + 1); // arrays overlap
  case 7: *of = 0; return k * H * W + y * W;   // one block
  default: return y * W + (y == H - 1) * 5;    // the last one is farther
  }
}

static void fill(void) {
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < N * 3; i++) block[k][i] = i * 37 % 101 + k, floats[k][i] = i * 53 % 97 + k;
}

static void show(const char *name, int layout, int h, int w) {
  double sum = 0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < N * 3; i++) sum = sum * 0.99 + block[k][i] + floats[k][i];
  printf("%s %d %d %d %a\n", name, layout, h, w, sum);
  fill();
}

int main(void) {
  // Where no element is accessed, there need be no pointers.
  map(0, 0, 0, 5, 0), map(0, 0, 0, -3, 7), map(0, 0, 0, 0, 7);
  stencil(0, 0, 0, 2, 9), stencil(0, 0, 0, 9, 2), stencil(0, 0, 0, 1, 9);
  in_time(0, 0, 0, 3, 0, 2), members(0, 0, 0, 4, 0), bytes(0, 0, 0, 4, 0), bytes(0, 0, 0, -1, 9);
  fill();
  for (int layout = 0; layout < LAYOUTS; layout++)
    for (int h = 0; h <= H; h += h < 4 ? 1 : 5)
      for (int w = 0; w <= W; w += w < 4 ? 1 : 9) {
        double *rows[3][H];
        float *lines[3][H];
        int of;
        for (int k = 0; k < 3; k++)
          for (int y = 0; y < H; y++) {
            long at = begin(layout, k, y, &of);
            rows[k][y] = block[of] + at;
            lines[k][y] = floats[of] + at;
          }
        // No row beyond the last one may be asked for.
        double ***r = malloc(3 * sizeof *r);
        float ***l = malloc(3 * sizeof *l);
        for (int k = 0; k < 3; k++) {
          r[k] = malloc(h * sizeof **r);
          l[k] = malloc(h * sizeof **l);
          memcpy(r[k], rows[k], h * sizeof **r);
          memcpy(l[k], lines[k], h * sizeof **l);
        }
        map(r[0], r[1], r[2], h, w);
        show("map", layout, h, w);
        map(r[0], r[1], r[0], h, w);
        show("back", layout, h, w);
        stencil(l[0], l[1], l[2], h, w);
        show("stencil", layout, h, w);
        image a = {w, h, r[0]}, b = {w, h, r[1]}, c = {w, h, r[2]};
        of_structs(&a, &b, &c);
        show("structs", layout, h, w);
        in_time(r[0], r[1], r[2], h, w, 3);
        show("time", layout, h, w);
        chosen(r[0], r[1], r[2], mixed, h == H ? h : 0, w);
        show("chosen", layout, h, w);
        halves(r[0], r[1], r[2], h, w);
        backwards(r[1], r[2], r[0], h, w);
        show("others", layout, h, w);
        row *s[3];
        for (int k = 0; k < 3; k++) {
          s[k] = malloc(h * sizeof **s);
          for (int y = 0; y < h; y++) s[k][y] = (row){r[k][y], y};
        }
        members(s[0], s[1], s[2], h, w);
        show("members", layout, h, w);
        for (int k = 0; k < 3; k++) free(s[k]);
        bytes((void *)l[0], (void *)l[1], (void *)l[2], h, w);
        show("bytes", layout, h, w);
        for (int k = 0; k < 3; k++) free(r[k]), free(l[k]);
        free(r), free(l);
      }
  static unsigned char *table[8], *other[8], bytes_of[2][64];
  for (int y = 0; y < 8; y++) table[y] = bytes_of[0] + y * 16, other[y] = bytes_of[1] + y * 16;
  unsigned char *from[2] = {(void *)other, (void *)(other + 2)}, *to[2] = {(void *)table, (void *)(table + 2)};
  relink(from, to, table, 2, 16);
  for (int k = 0; k < 2; k++) printf("%d: %d written\n", k, bytes_of[k][0] != 0 || bytes_of[k][9] != 0);
  unsigned char *first[3], *second[3];
  for (int y = 0; y < 3; y++) first[y] = bytes_of[0] + y * 20, second[y] = bytes_of[1] + y * 16;
  filled(first, second, 3, 16);
  for (int x = 0; x < 64; x++) printf(" %d", (bytes_of[0][x] & 7) * 8 + bytes_of[1][x] % 8);
  // Rows that are objects of their own.
  double *own[3][H];
  for (int k = 0; k < 3; k++)
    for (int y = 0; y < H; y++) {
      own[k][y] = malloc(W * sizeof(double));
      for (int x = 0; x < W; x++) own[k][y][x] = x * 3 + y + k;
    }
  map(own[0], own[1], own[2], H, W);
  in_time(own[2], own[0], own[1], H, W, 4);
  double sum = 0;
  for (int k = 0; k < 3; k++)
    for (int y = 0; y < H; y++) {
      for (int x = 0; x < W; x++) sum = sum * 0.99 + own[k][y][x];
      free(own[k][y]);
    }
  printf("%a\n", sum);
}
