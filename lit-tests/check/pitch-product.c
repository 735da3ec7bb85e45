// A pitch that is a product, of which nobody knows the sign: it is expected to be positive, and asked for that.
//
// RUN: %clang_fuse -O2 -fno-discard-value-names -S -emit-llvm %s -o - | FileCheck %s

// CHECK-LABEL: define {{.*}}@interleaved(
// CHECK: [[PITCH:%[a-z0-9.]+]] = mul i64 %ch, %w
// CHECK-NOT: 134217728
// CHECK: icmp ult i64 [[PITCH]], 134217729
// CHECK-NOT: 134217728
void interleaved(const unsigned char *src, int *t, unsigned char *dst, long w, long h, long ch) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) t[y * w + x] = src[y * (w * ch) + x] * 3;
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) dst[y * (w * ch) + x] = t[y * w + x] >> 1;
}
