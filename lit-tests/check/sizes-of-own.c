// Two images, each with sizes of its own, which any pixel that is written may be: fused where no store overwrites them, and
// both images are of one size.
//
// RUN: %clang -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=0;place=early' %s
// RUN: %run_both --fused --options='check-work=0;place=late' %s
#include <stdio.h>

typedef struct {
  int w, h;
  unsigned char *data;
} Image;

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; where no store overwrites what the loops load again
void invert_and_cut(const Image *a, Image *b) {
  for (int y = 0; y < a->h; y++)
    for (int x = 0; x < a->w; x++) b->data[y * a->w + x] = 255 - a->data[y * a->w + x];
  for (int y = 0; y < b->h; y++)
    for (int x = 0; x < b->w; x++) b->data[y * b->w + x] = b->data[y * b->w + x] > 100 ? 255 : 0;
}

// The third image is of another size, as nobody asks: the first two fuse.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; where no store overwrites what the loops load again
void and_smaller(const Image *a, Image *b, Image *c) {
  for (int y = 0; y < a->h; y++)
    for (int x = 0; x < a->w; x++) b->data[y * a->w + x] = 255 - a->data[y * a->w + x];
  for (int y = 0; y < a->h; y++)
    for (int x = 0; x < a->w; x++) b->data[y * a->w + x] /= 2;
  for (int y = 0; y < c->h; y++)
    for (int x = 0; x < c->w; x++) c->data[y * c->w + x] = b->data[2 * y * a->w + 2 * x];
}

// Helpers that LLVM has simplified before it inlines them: what they load anew only behind a store is a phi then.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+6]], {{.*}}; where no store overwrites what the loops load again
static void darken(Image *im) {
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++) im->data[y * im->w + x] = im->data[y * im->w + x] * 3 / 4;
}
static void cut(Image *im) {
  for (int y = 0; y < im->h; y++)
    for (int x = 0; x < im->w; x++) im->data[y * im->w + x] = im->data[y * im->w + x] > 100 ? 255 : 0;
}
void darken_and_cut(Image *im) {
  darken(im);
  cut(im);
}

static _Alignas(16) unsigned char pixels[3][400];

static void show(void) {
  unsigned sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 400; j++) sum = sum * 31 + pixels[i][j];
  printf("%u\n", sum);
}

static void fill(void) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 400; j++) pixels[i][j] = i * 90 + j * 7;
}

int main(void) {
  for (int w = 0; w < 20; w += 3)
    for (int h = 0; h < 20; h += 4)
      for (int other = -1; other < 2; other++) {
        Image a = {w, h, pixels[0]}, b = {w + other, h, pixels[1]}, c = {w / 2, h / 2, pixels[2]};
        fill();
        invert_and_cut(&a, &b);
        b.w = w, b.h = h + other;
        invert_and_cut(&a, &b);
        and_smaller(&a, &b, &c);
        darken_and_cut(&a);
        show();
      }
  // The width of the second image is its own last pixels, which the second nest makes 0.
  fill();
  Image a = {14, 18, pixels[0]}, *b = (Image *)(void *)(pixels[1] + 248);
  *b = (Image){14, 18, pixels[1]};
  for (int i = 0; i < 4; i++) pixels[0][248 + i] = 255 - pixels[1][248 + i];
  invert_and_cut(&a, b);
  printf("%d %d\n", b->w, b->h);
  b->data = NULL;
  show();
  // The first nest makes the width 10 in its last row, and the second one goes by that.
  fill();
  *b = (Image){14, 18, pixels[1]};
  darken_and_cut(b);
  printf("%d %d\n", b->w, b->h);
  b->data = NULL;
  show();
}
