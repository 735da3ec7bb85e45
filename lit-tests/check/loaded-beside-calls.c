// Bytes may be those of the size. Where a loop calls what sets errno, no check can tell what that is; loops before it
// load their size once all the same.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -lm
// RUN: %run_both --fused --options='check-work=0;place=early' %s -lm
// RUN: %run_both --fused --options='check-work=0;place=late' %s -lm
#include <math.h>
#include <stdio.h>
#include <string.h>

struct line {
  int n;
  unsigned char *a, *b;
  float *c;
};

// CHECK: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; where no store overwrites what the loops load again
__attribute__((noinline)) void step(struct line *l, const unsigned char *w) {
  for (int i = 0; i < l->n; i++)
    l->a[i] = w[i] / 2;
  for (int i = 0; i < l->n; i++)
    l->b[i] = l->a[i] + 3;
  for (int i = 0; i < l->n; i++)
    for (int j = 0; j <= i; j++)
      l->c[i] += sqrtf(l->b[j]);
}

static unsigned sum(const void *from, int count) {
  unsigned s = 0;
  for (int i = 0; i < count; i++)
    s = s * 31 + ((const unsigned char *)from)[i];
  return s;
}

int main(void) {
  static unsigned char a[300], b[300], w[300];
  static float c[300];
  for (int i = 0; i < 300; i++)
    w[i] = i * 7;
  for (int n = 0; n < 300; n += n < 5 ? 1 : 59) {
    struct line l = {n, a, b, c};
    memset(c, 0, sizeof c);
    step(&l, w);
    printf("%u %u %u\n", sum(a, 300), sum(b, 300), sum(c, sizeof c));
  }
  // The size is among what the first loop writes.
  union {
    struct line l;
    unsigned char bytes[sizeof(struct line)];
  } u;
  memset(&u, 0, sizeof u);
  u.l = (struct line){200, u.bytes, b, c};
  w[0] = 8;
  for (int i = 1; i < 4; i++)
    w[i] = 0;
  step(&u.l, w);
  printf("%u %u\n", sum(b, 300), (unsigned)u.l.n);
}
