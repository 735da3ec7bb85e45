// Zeros of the program's own look like those that raised loads read where a guard does not hold. But the program uses
// them: loads that choose between these and something else stay as they are.
//
// RUN: %run_both --fused %s -O2 -w
// RUN: %run_both --fused '--options=place=early' %s -O1 -w

#include <stdio.h>

typedef unsigned __int128 number;
typedef struct {
  int w, h;
  float *data;
} image;

__attribute__((noinline)) static number choose(const number *p, int c, int d, int e, image *g, image *o) {
  if (sizeof(int) == 2)
    goto end; // Past the zero, so that nothing says how long it lives.
  number zero = 0;
  const number *a = c ? p : &zero, *b = e ? p : &zero;
  number first = *(d ? a : b), second = *(d ? b : a);
  for (int y = 0; y < g->h; y++)
    for (int x = 0; x < g->w; x++) g->data[y * g->w + x] += 1;
  for (int y = 0; y < g->h; y++)
    for (int x = 1; x < g->w - 1; x++) o->data[y * o->w + x] = g->data[y * g->w + x - 1] - g->data[y * g->w + x + 1];
  return first + 100 * second;
end:
  return 0;
}

int main(void) {
  static float A[100], B[100];
  image g = {5, 4, A}, o = {5, 4, B};
  number n = 42;
  for (int k = 0; k < 8; k++) printf("%d: %d\n", k, (int)choose(&n, k & 1, k >> 1 & 1, k >> 2, &g, &o));
}
