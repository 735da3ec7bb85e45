// Loads are raised on the draft of the function, and nothing fuses: bitcode stays as it is, with all that it lists.
//
// RUN: %clang_fuse -O2 -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s --implicit-check-not="remark: fused loop"
// RUN: %clang -O2 -c -emit-llvm %s -o %t.before
// RUN: %clang_fuse -O2 -c -emit-llvm %s -o %t.after
// RUN: cmp %t.before %t.after

typedef struct {
  int w, h;
  float *data;
} image;

// CHECK: remark: loop at line {{.*}} not fused:
void backwards(image *g, image *out) {
  for (int y = 0; y < g->h; y++)
    for (int x = 0; x < g->w; x++) g->data[y * g->w + x] += 1;
  for (int y = 0; y < g->h; y++)
    for (int x = 1; x < g->w - 1; x++) out->data[y * out->w + x] = g->data[(g->h - 1 - y) * g->w + x];
}
