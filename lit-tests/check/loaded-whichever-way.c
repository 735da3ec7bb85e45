// Images and signals behind pointers to structs, whose loops choose by conditions: what is loaded behind the arms, or in each
// of them, is loaded in every iteration. What is loaded in one arm only may not be there.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null \
// RUN:     -Rpass=loop-fuse -Rpass-missed=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=0;place=early' %s
#include <stdio.h>
#include <string.h>

#define FUNCTION __attribute__((noinline)) void

typedef struct {
  unsigned char *data;
  int width, height;
} image;

// Behind the arms.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no store overwrites what the loops load again
FUNCTION behind(const image *a, const image *m, image *b, image *c) {
  for (int i = 0; i < a->width * a->height; i++) b->data[i] = a->data[i] / 2;
  for (int i = 0; i < a->width * a->height; i++) c->data[i] = m->data[i] > 3 ? 255 - b->data[i] : 0;
}

// In each of two arms, which both store.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no store overwrites what the loops load again
FUNCTION each(const image *a, image *b, image *c) {
  for (int i = 0; i < a->width * a->height; i++) b->data[i] = a->data[i] / 2;
  for (int i = 0; i < a->width * a->height; i++)
    if (b->data[i] > 3)
      c->data[i] = 255 - b->data[i];
    else
      c->data[i] = 0;
}

// In each of three arms, with a nest around.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; where no store overwrites what the loops load again
FUNCTION three(const image *a, image *b, image *c) {
  for (int y = 0; y < a->height; y++)
    for (int x = 0; x < a->width; x++) b->data[y * b->width + x] = a->data[y * a->width + x] * 3;
  for (int y = 0; y < a->height; y++)
    for (int x = 0; x < a->width; x++) {
      int v = b->data[y * b->width + x];
      if (v < 16)
        c->data[y * c->width + x] = 16;
      else if (v > 235)
        c->data[y * c->width + x] = 235;
      else
        c->data[y * c->width + x] = v;
    }
}

// Images of a filter: pointers lead to pointers.
typedef struct {
  image *from, *between, *to;
  int threshold;
} filter;
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no store overwrites what the loops load again
FUNCTION plain(filter *f) {
  for (int i = 0; i < f->from->width * f->from->height; i++) f->between->data[i] = f->from->data[i] * 3 / 4;
  for (int i = 0; i < f->from->width * f->from->height; i++) f->to->data[i] = f->between->data[i] + 1;
}
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no store overwrites what the loops load again
FUNCTION chosen(filter *f) {
  for (int i = 0; i < f->from->width * f->from->height; i++) f->between->data[i] = f->from->data[i] * 3 / 4;
  for (int i = 0; i < f->from->width * f->from->height; i++) {
    int v = f->between->data[i];
    if (v > f->threshold)
      f->to->data[i] = 255;
    else
      f->to->data[i] = v;
  }
}

// In one of two arms only: nothing says that there is such an image.
// CHECK-DAG: loop at line [[#@LINE+2]] cannot be fused: the number of iterations is not known
FUNCTION one(const image *a, const image *m, image *b, image *c) {
  for (int i = 0; i < a->width * a->height; i++) b->data[i] = a->data[i] / 2;
  for (int i = 0; i < a->width * a->height; i++)
    if (m->data[i] > 3) c->data[i] = 255 - b->data[i];
}

// In both arms, but behind a store that may overwrite the pointer.
// CHECK-DAG: loop at line [[#@LINE+2]] cannot be fused: the number of iterations is not known
FUNCTION late(const image *a, image *b, image *c, image **d) {
  for (int i = 0; i < a->width * a->height; i++) b->data[i] = a->data[i] / 2;
  for (int i = 0; i < a->width * a->height; i++)
    if (b->data[i] > 3) {
      c->data[i] = 1;
      (*d)->data[i] = 255 - b->data[i];
    } else {
      c->data[i] = 0;
      (*d)->data[i] = 0;
    }
}

enum { PLANE = 600 };
static unsigned char bytes[8 * PLANE];

static void fill(void) {
  for (int i = 0; i < 8 * PLANE; i++) bytes[i] = i * 7 + (i >> 3);
}

static void show(const char *what) {
  unsigned sum = 0;
  for (int i = 0; i < 8 * PLANE; i++) sum = sum * 31 + bytes[i];
  printf("%s %u\n", what, sum);
}

int main(void) {
  for (int w = 0; w < 26; w++)
    for (int h = 0; h < 22; h += w % 4 + 1)
      for (int apart = 0; apart < 3; apart++) {
        // Apart, overlapping by some bytes, or one image for all.
        int by = apart == 0 ? PLANE : apart == 1 ? 7 : 0;
        image a = {bytes, w, h}, b = {bytes + by, w, h}, c = {bytes + 2 * by, w, h}, m = {bytes + 3 * by, w, h};
        image d = {bytes + 4 * by, w, h}, *at = &d;
        fill(), behind(&a, &m, &b, &c), show("behind");
        fill(), each(&a, &b, &c), show("each");
        fill(), three(&a, &b, &c), show("three");
        filter f = {&a, &b, &c, 90};
        fill(), plain(&f), show("plain");
        fill(), chosen(&f), show("chosen");
        // The mask is zero: there is no third image.
        fill(), memset(m.data, 0, PLANE), one(&a, &m, &b, apart ? &c : NULL), show("one");
        fill(), late(&a, &b, &c, &at), show("late");
      }
  // An image that describes itself: stores change sizes and pointers.
  static union {
    image image;
    unsigned char bytes[PLANE];
  } self;
  for (int at = 0; at < 3; at++) {
    memset(self.bytes, 5, PLANE);
    image a = {bytes, 30, 4}, b = {bytes + PLANE, 30, 4};
    self.image = (image){self.bytes + sizeof(image) * (at > 0), 12, 2};
    fill();
    if (at == 2) self.image.width = 40;
    if (at) each(&a, &b, &self.image);
    if (at) behind(&self.image, &a, &b, &self.image);
    unsigned sum = 0;
    for (int i = sizeof(image); i < PLANE; i++) sum = sum * 31 + self.bytes[i];
    printf("self %u\n", sum), show("self");
  }
  // A filter that lies in its own images: stores change where these are.
  static union {
    filter filter;
    unsigned char bytes[PLANE];
  } own;
  for (int at = 0; at < 3; at++) {
    image a = {bytes, 24, 8}, b = {at == 1 ? own.bytes : bytes + PLANE, 24, 8}, c = {at == 2 ? own.bytes : bytes + 2 * PLANE, 24, 8};
    memset(own.bytes, 9, PLANE);
    own.filter = (filter){&a, &b, &c, 60};
    fill();
    if (at == 2) memset(bytes, 0, sizeof bytes), a.height = b.height = c.height = 0;
    if (at == 1) b.data = own.bytes + sizeof(filter);
    chosen(&own.filter);
    own.filter = (filter){&a, &b, &c, 60};
    plain(&own.filter);
    show("own");
  }
  return 0;
}
