// A class of images, as many have it: unsigned sizes, a vector, and each image with sizes of its own. Bytes that are stored
// may overwrite the sizes and the pointer of the vector, so these are loaded again for each of them.
//
// RUN: %clang -O2 -g -std=c++20 -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse -Rpass-analysis=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused --options='check-work=192' %s
// RUN: %run_both --fused --options='check-work=192;no-profit' %s
#include <cstdint>
#include <cstdio>
#include <vector>
#define FUNCTION __attribute__((noinline)) void

template <class T> struct Image {
  uint32_t w, h;
  std::vector<T> values;
  Image(uint32_t w, uint32_t h) : w(w), h(h), values(w * h) {}
  T &at(uint32_t y, uint32_t x) { return values[y * w + x]; }
  const T &at(uint32_t y, uint32_t x) const { return values[y * w + x]; }
};

// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]], {{.*}}where no store overwrites what the loops load again; behind a run-time check of 3 pair(s) of pointers; where the sizes of {{.*}} keep rows apart
// CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]]
FUNCTION bytes(const Image<uint8_t> &in, Image<uint8_t> &tmp, Image<uint8_t> &out) {
  for (uint32_t y = 0; y < in.h; y++)
    for (uint32_t x = 0; x < in.w; x++)
      tmp.at(y, x) = 255 - in.at(y, x);
  for (uint32_t y = 0; y < in.h; y++)
    for (uint32_t x = 0; x < in.w; x++)
      out.at(y, x) = (tmp.at(y, x) * 3 + 128) >> 2;
}

// Sizes that are loaded once: the second loop runs under a condition that the first one's implies.
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+7]], {{.*}}behind a run-time check of 3 pair(s) of pointers; where the sizes of {{.*}} keep rows apart
// CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+7]]
FUNCTION floats(const Image<float> &in, Image<float> &tmp, Image<float> &out) {
  const uint32_t w = in.w, h = in.h;
  for (uint32_t y = 0; y < h; y++)
    for (uint32_t x = 0; x < w; x++)
      tmp.at(y, x) = 1 - in.at(y, x);
  for (uint32_t y = 0; y < h; y++)
    for (uint32_t x = 0; x < w; x++)
      out.at(y, x) = tmp.at(y, x) * 0.5f;
}

// The second loop asks no size of its own, but one that the first loop may have overwritten.
// CHECK-DAG: loop at line [[#@LINE+2]] cannot be fused: the number of iterations is not known when the loop starts
FUNCTION other_height(const Image<uint8_t> &in, Image<uint8_t> &tmp, Image<uint8_t> &out) {
  for (uint32_t y = 0; y < in.h; y++)
    for (uint32_t x = 0; x < in.w; x++)
      tmp.at(y, x) = 255 - in.at(y, x);
  for (uint32_t y = 0; y < out.h; y++)
    for (uint32_t x = 0; x < out.w; x++)
      out.at(out.h - 1 - y, x) = tmp.at(y, x) + 1;
}

static unsigned hash = 1;
template <class T> static void add(const Image<T> &image) {
  hash = hash * 31 + image.w + image.h;
  for (T value : image.values)
    hash = hash * 31 + unsigned(value * 4);
}

template <class T> static Image<T> make(uint32_t w, uint32_t h) {
  Image<T> image(w, h);
  for (size_t i = 0; i < image.values.size(); i++)
    image.values[i] = T(i * 7919 % 251);
  return image;
}

int main() {
  static const uint32_t sizes[][2] = {{0, 0}, {0, 5}, {5, 0}, {1, 1}, {3, 8}, {40, 9}, {130, 12}, {7, 70}};
  for (auto [w, h] : sizes)
    for (unsigned more = 0; more < 3; more++) {
      auto in = make<uint8_t>(w, h), tmp = make<uint8_t>(w + more, h), out = make<uint8_t>(w + more / 2, h);
      bytes(in, tmp, out);
      add(tmp), add(out);
      bytes(in, tmp, tmp);
      add(tmp);
      bytes(in, in, out);
      add(in), add(out);
      other_height(in, tmp, out = make<uint8_t>(w, h));
      add(tmp), add(out);
      auto a = make<float>(w, h), b = make<float>(w + more, h), c = make<float>(w + 2 * more, h);
      floats(a, b, c);
      add(b), add(c);
      floats(a, b, a);
      add(a), add(b);
    }
  // Rows that overlap each other.
  auto in = make<uint8_t>(40, 9), tmp = make<uint8_t>(40, 9), out = make<uint8_t>(40, 9);
  tmp.w = 7;
  bytes(in, tmp, out);
  add(tmp), add(out);
  // The image's own sizes and pointer are what is written.
  struct Both {
    Image<uint8_t> image;
  } own{make<uint8_t>(40, 9)};
  own.image.w = 3;
  bytes(own.image, tmp, out);
  add(tmp), add(out);
  std::printf("%u\n", hash);
  return 0;
}
