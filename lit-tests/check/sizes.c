// Sizes, pitches and arrays in memory that the loops' own stores may overwrite: an int beside int arrays, anything
// beside bytes. They are loaded once, before all loops, where a check says that no store meets them; else, as here
// for some, the original loops load them anew.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=0;place=early' %s
// RUN: %run_both --fused --options='check-work=0;place=late' %s
// RUN: %run_both --fused --options='check-work=0;no-profit' %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dims {
  int before[40];
  int nx, ny, pitch;
  int behind[40];
};

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no store overwrites what the loops load again
__attribute__((noinline)) static void line(struct dims *d, int *a, int *b) {
  for (int i = 0; i < d->nx; i++) a[i] = (a[i] * 3 + 1) & 15;
  for (int i = 0; i < d->nx; i++) b[i] = (a[i] + b[i]) & 15;
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; where no store overwrites what the loops load again
__attribute__((noinline)) static void plane(struct dims *d, int *a, int *b) {
  for (int j = 0; j < d->ny; j++)
    for (int i = 0; i < d->nx; i++) a[j * d->pitch + i] = (a[j * d->pitch + i] + 5) & 7;
  for (int j = 0; j < d->ny; j++)
    for (int i = 0; i < d->nx; i++) b[j * d->pitch + i] = a[j * d->pitch + i] ^ 3;
}

// What is loaded between the loops, and in the second loop only, is loaded when the first loop's stores are known not to
// meet it: nobody else may read there.
struct image {
  int w, h, pitch;
  unsigned char *data;
};
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+5]], {{.*}}; where no store overwrites what the loops load again
__attribute__((noinline)) static void images(struct image *from, struct image *to, struct image *last) {
  for (int y = 0; y < from->h; y++)
    for (int x = 0; x < from->w; x++)
      to->data[y * to->pitch + x] = 255 - from->data[y * from->pitch + x];
  for (int y = 0; y < from->h; y++)
    for (int x = 0; x < from->w; x++)
      last->data[y * last->pitch + x] = to->data[y * to->pitch + x] / 2;
}

struct {
  int count, more[63];
} counted;
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no store overwrites what the loops load again
__attribute__((noinline)) static void global(int *a) {
  for (int i = 0; i < counted.count; i++) a[i] = (a[i] * 3 + 1) & 15;
  for (int i = 0; i < counted.count; i++) a[i] = (a[i] * 5 + 2) & 15;
}

// The loops count down what they count to.
// CHECK-DAG: loop at line [[#@LINE+2]] cannot be fused: the number of iterations is not known
__attribute__((noinline)) static void own(struct dims *d, int *a, int *b) {
  for (int i = 0; i < d->nx; i++) a[i] = 3, d->nx--;
  for (int i = 0; i < d->nx; i++) b[i] = a[i];
}

// Something is written between the loops.
// CHECK-DAG: loop at line [[#@LINE+2]] cannot be fused: the number of iterations is not known
__attribute__((noinline)) static void between(struct dims *d, int *a, int *b) {
  for (int i = 0; i < d->nx; i++) a[i] += 3;
  d->nx = a[0];
  for (int i = 0; i < d->nx; i++) b[i] = a[i];
}

// That this loop ends is known only because all do that have effects. One that does not load its end again might not.
// CHECK-DAG: loop at line [[#@LINE+3]] cannot be fused: the number of iterations is not known
struct few { unsigned n; };
__attribute__((noinline)) static void endless(struct few *d, unsigned *a, unsigned *b) {
  for (unsigned i = 0; i <= d->n; i++) a[i] = (a[i] * 3 + 1) & 15;
  for (unsigned i = 0; i <= d->n; i++) b[i] = (a[i] + b[i]) & 15;
}

static unsigned char bytes[6000];
static int all[4000];

int main(void) {
  unsigned total = 0;
  struct dims *d = (struct dims *)(all + 2000);
  for (int n = -1; n < 40; n += 1 + n / 6)
    for (int near = -60; near < 50; near++) {
      for (int i = 0; i < 4000; i++) all[i] = i * 7 % 16;
      d->nx = n, d->ny = n % 7, d->pitch = n + near % 3;
      line(d, all + 2000 + near, all + 100);
      d->nx = n;
      line(d, all + 100, all + 2000 + near);
      d->nx = n;
      plane(d, all + 100, all + 2000 + near);
      d->nx = n, d->ny = n % 5;
      plane(d, all + 2000 + near, all + 100 + near);
      d->nx = n;
      own(d, all + 100, all + 200);
      d->nx = n > 0 ? n : 0;
      between(d, all + 100, all + 200);
      struct few *f = (struct few *)&d->nx;
      f->n = n & 31;
      endless(f, (unsigned *)all + 100, (unsigned *)all + 2000 + near);
      counted.count = n;
      global(all + 100);
      global(&counted.count);
      for (int i = 0; i < 4000; i++) total = total * 31 + (unsigned)all[i];
      for (int i = 0; i < 64; i++) total = total * 31 + (unsigned)(&counted.count)[i];
      printf("%u %d\n", total, counted.count);
    }
  for (int w = 0; w < 40; w += 3)
    for (int shift = 0; shift < 3; shift++) {
      for (int i = 0; i < 6000; i++) bytes[i] = i % 251;
      struct image from = {w, w % 8, 50, bytes}, to = {w, w % 8, 60, bytes + 2000}, last = {w, w % 8, 44 - shift * 20, bytes + 4000 - shift * 1990};
      images(&from, &to, &last);
      // A row of an image lies over a height.
      from.h = 1, from.w = 1, from.pitch = 1, to.pitch = 0, last.pitch = 1;
      to.data = (unsigned char *)&from.h;
      images(&from, &to, &last);
      // Where nothing runs, nothing need be there.
      from.h = 0;
      images(&from, NULL, NULL);
      for (int i = 0; i < 6000; i++) total = total * 31 + bytes[i];
      printf("%u %d %d\n", total, to.w, to.h);
    }
}
