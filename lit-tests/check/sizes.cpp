// Members of objects, sizes of vectors and references to images: what C++ loads again for each element, since bytes that are
// written may be any of it.
//
// RUN: %clang -O2 -g -std=c++20 -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s
// RUN: %run_both --fused --options='check-work=0;place=early' %s
// RUN: %run_both --fused --options='check-work=0;place=late' %s
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <vector>

struct Image {
  int width_, height_;
  std::vector<unsigned char> data_;
  int width() const { return width_; }
  int height() const { return height_; }
  unsigned char &at(int x, int y) { return data_[std::size_t(y) * width_ + x]; }
  unsigned char at(int x, int y) const { return data_[std::size_t(y) * width_ + x]; }
};

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]], {{.*}}; where no store overwrites what the loops load again
__attribute__((noinline)) static void invert(const Image &a, Image &b, Image &c) {
  for (int y = 0; y < a.height(); y++)
    for (int x = 0; x < a.width(); x++) b.at(x, y) = 255 - a.at(x, y);
  for (int y = 0; y < a.height(); y++)
    for (int x = 0; x < a.width(); x++) c.at(x, y) = b.at(x, y) / 2 + 3;
}

class Filter {
public:
  int n, before[50], count, behind[50];
  int *a, *b;
  unsigned char *mask;
  void run();
  void bytes();
};

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no store overwrites what the loops load again
__attribute__((noinline)) void Filter::run() {
  for (int i = 0; i < count; i++) a[i] = (a[i] + 3) & 15;
  for (int i = 0; i < count; i++) b[i] = (a[i] * 5) & 15;
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no store overwrites what the loops load again
__attribute__((noinline)) void Filter::bytes() {
  for (int i = 0; i < n; i++) mask[i] ^= 255;
  for (int i = 0; i < n; i++) mask[i] >>= 1;
}

// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no store overwrites what the loops load again
__attribute__((noinline)) static void sizes(std::vector<unsigned char> &v, std::vector<unsigned char> &w) {
  for (std::size_t i = 0; i < v.size(); i++) v[i] ^= 255;
  for (std::size_t i = 0; i < v.size(); i++) w[i] = v[i] >> 1;
}

static void show(const void *from, std::size_t bytes) {
  unsigned sum = 0;
  auto at = static_cast<const unsigned char *>(from);
  for (std::size_t i = 0; i < bytes; i++) sum = sum * 31 + at[i];
  std::printf("%u\n", sum);
}

int main() {
  for (int n = 0; n < 70; n += 1 + n / 7) {
    Image a{n, n % 9, {}}, b = a, c = a;
    for (Image *i : {&a, &b, &c}) i->data_.assign(n * 9 + 1, n);
    for (int i = 0; i < n * (n % 9); i++) a.data_[i] = i % 250;
    invert(a, b, c);
    show(b.data_.data(), b.data_.size()), show(c.data_.data(), c.data_.size());
    invert(a, a, a);
    show(a.data_.data(), a.data_.size());
    std::vector<unsigned char> v(n, 7), w(n, 9);
    sizes(v, w), sizes(v, v);
    show(w.data(), w.size()), show(v.data(), v.size());
    std::vector<int> some(400, n);
    std::vector<unsigned char> mask(400, n);
    // Arrays over the size, to the element, and beside it.
    for (int near = -50; near < 52; near++) {
      Filter f{};
      f.n = f.count = n < 50 ? n : 49, f.mask = mask.data();
      f.a = near < 0 && n > 40 ? some.data() : f.before + 50 + near * (near < 0 || near > 1), f.b = some.data();
      if (f.a + f.count > f.behind + 50 || f.a < f.before) f.a = some.data() + 100;
      f.run(), f.bytes();
      show(f.before, sizeof f.before), show(f.behind, sizeof f.behind), std::printf("%d\n", f.count);
      // A byte of the size.
      f.n = 3, f.mask = (unsigned char *)&f.n;
      f.bytes();
      std::printf("%d\n", f.n);
    }
    show(some.data(), 1600), show(mask.data(), 400);
  }
}
