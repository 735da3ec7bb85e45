// Images as classes with std::vector, and rows and columns that end at the border by std::min and std::max: each image has a
// pitch of its own, that nobody knows to be as long as a row of another one. A check asks.
//
// RUN: %clang_fuse -O2 -g -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -O2 -ffp-contract=off -lstdc++
// RUN: %run_both --fused '--options=no-profit;place=early' %s -O1 -ffp-contract=off -lstdc++
// RUN: %run_both --fused '--options=no-profit;place=late' %s -O3 -ffp-contract=off -lstdc++

#include <algorithm>
#include <cstdio>
#include <vector>

class image {
  int w_, h_, pitch_;
  std::vector<float> all_;
  float *p_;

public:
  image(int w, int h, int pitch) : w_(w), h_(h), pitch_(pitch), all_(5000), p_(all_.data() + 2000) {
    for (int i = 0; i < 5000; i++) all_[i] = i * 31 % 17;
  }
  int width() const { return w_; }
  int height() const { return h_; }
  float &at(int x, int y) { return p_[y * pitch_ + x]; }
  float at(int x, int y) const { return p_[y * pitch_ + x]; }
  double sum() const {
    double s = 0;
    for (float v : all_) s = 0.99 * s + v;
    return s;
  }
};

// CHECK-DAG: [[#@LINE+3]]:3: remark: fused loop {{.*}}, trip count {{.*}} behind a run-time check of 3 pair(s) of pointers; where the sizes of
__attribute__((noinline)) static void columns(const image &src, image &tmp, image &dst) {
  int w = src.width(), h = src.height();
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      tmp.at(x, y) = (src.at(std::max(x - 1, 0), y) + src.at(x, y) + src.at(std::min(x + 1, w - 1), y)) / 3;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      dst.at(x, y) = (tmp.at(std::max(x - 1, 0), y) + tmp.at(x, y) + tmp.at(std::min(x + 1, w - 1), y)) / 3;
}

// CHECK-DAG: [[#@LINE+3]]:3: remark: fused loop {{.*}}; the first 1 iteration(s) of the first loop run before; {{.*}} behind a run-time check of 3 pair(s) of pointers; where the sizes of
__attribute__((noinline)) static void rows(const image &src, image &tmp, image &dst) {
  int w = src.width(), h = src.height();
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      tmp.at(x, y) = (src.at(std::max(x - 1, 0), y) + src.at(x, y) + src.at(std::min(x + 1, w - 1), y)) / 3;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      dst.at(x, y) = (tmp.at(x, std::max(y - 1, 0)) + tmp.at(x, y) + tmp.at(x, std::min(y + 1, h - 1))) / 3;
}

// No row is near to the last but one.
// CHECK-DAG: [[#@LINE+3]]:3: remark: loop {{.*}} not fused
__attribute__((noinline)) static void last(const image &src, image &tmp, image &dst) {
  int w = src.width(), h = src.height();
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      tmp.at(x, y) = src.at(std::max(x - 1, 0), y) + src.at(x, y);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      dst.at(x, y) = tmp.at(x, std::max(y, h - 2 > 0 ? h - 2 : 0)) + tmp.at(x, y);
}

int main() {
  const int sizes[] = {0, 1, 2, 3, 17, 40}, more[] = {-47, -3, -1, 0, 1, 7};
  for (int w : sizes)
    for (int h : sizes)
      for (int by : more) {
        // Rows that are apart, that reach into each other, and that go backwards.
        image src(w, h, w + 3), tmp(w, h, w + by), dst(w, h, w + 1);
        columns(src, tmp, dst);
        std::printf("columns %d %d %d %a %a\n", w, h, by, tmp.sum(), dst.sum());
        rows(src, tmp, dst);
        std::printf("rows %d %d %d %a %a\n", w, h, by, tmp.sum(), dst.sum());
        rows(dst, tmp, dst);
        std::printf("same %d %d %d %a %a\n", w, h, by, tmp.sum(), dst.sum());
        last(src, tmp, dst);
        std::printf("last %d %d %d %a %a\n", w, h, by, tmp.sum(), dst.sum());
      }
}
