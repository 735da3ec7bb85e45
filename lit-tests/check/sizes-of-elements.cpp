// Vectors whose loops may overwrite their sizes, for all that is known: a size is the distance of two pointers, divided by the
// bytes of an element. That is asked before the loops, too.
//
// RUN: %clang -std=c++20 -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -O3 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
// RUN: %run_both --fused %s -std=c++20 -O3
// RUN: %run_both --fused '--options=no-profit;check-work=0' %s -std=c++20 -O3
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <new>
#include <vector>

#define APART __attribute__((noinline))

// Characters may be part of anything.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no store overwrites what the loops load again
APART void mask(const std::vector<float> &from, std::vector<char> &above, std::vector<float> &to, float least) {
  for (std::size_t i = 0; i < from.size(); ++i) above[i] = from[i] > least;
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = above[i] ? from[i] : 0;
}

struct Point {
  float x, y, z;
  Point operator+(Point o) const { return {x + o.x, y + o.y, z + o.z}; }
  Point operator*(float s) const { return {x * s, y * s, z * s}; }
};

// Points are stored in two pieces, two numbers at once: neither loop is vectorised, so nothing is lost.
// CHECK-DAG: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+3]], {{.*}}; where no store overwrites what the loops load again
APART void step(std::vector<Point> &at, std::vector<Point> &speed, const std::vector<Point> &force, float time) {
  for (std::size_t i = 0; i < at.size(); i++) speed[i] = speed[i] + force[i] * time;
  for (std::size_t i = 0; i < at.size(); i++) at[i] = at[i] + speed[i] * time;
}

// Sizes of their own, and a size that the loop does overwrite.
struct Window {
  const short *begin, *end;
  std::size_t size() const { return end - begin; }
};
APART void overwritten(Window *w, char *out, char *more) {
  for (std::size_t i = 0; i < w->size(); i++) out[i] = w->begin[i] ^ 1;
  for (std::size_t i = 0; i < w->size(); i++) more[i] = out[i] * 2;
}

int main() {
  double sum = 0;
  for (std::size_t n : {0, 1, 2, 3, 39, 40, 41, 1000}) {
    std::vector<float> a(n), c(n);
    std::vector<char> b(n);
    std::vector<Point> at(n), speed(n), force(n);
    for (std::size_t i = 0; i < n; i++) {
      a[i] = i % 17 * 0.5f;
      at[i] = {float(i), 1, 2}, speed[i] = {0, 0.5f, float(i % 3)}, force[i] = {0.25f, float(i % 5), -1};
    }
    mask(a, b, c, 3);
    step(at, speed, force, 0.125f);
    step(at, speed, at, 0.5f);
    step(at, at, force, 0.5f);
    for (std::size_t i = 0; i < n; i++) sum += c[i] * (i % 7) + at[i].x * 0.5 + at[i].y - speed[i].z;
    std::printf("%zu %.17g\n", n, sum);
  }
  // The window lies among what is written: its end moves.
  for (int lead : {0, 100, 200, 300, 400}) {
    alignas(16) static short numbers[4096];
    alignas(16) static char bytes[1024], more[4096];
    std::memset(bytes, 0, sizeof bytes), std::memset(more, 0, sizeof more);
    for (int i = 0; i < 4096; i++) numbers[i] = 0;
    Window *w = new (bytes + 400) Window{numbers, numbers + 350};
    // Writes what is there already, but for the lowest bit of each byte, from some place on.
    auto end = w->end;
    for (int i = 0; i < 350; i++) numbers[i] = (lead + i < 1024 ? bytes[lead + i] : 0) ^ 1;
    if (lead + 350 > 408) numbers[408 - lead] ^= 2;
    overwritten(w, bytes + lead, more);
    unsigned hash = unsigned(w->end - end);
    // But for the bytes of addresses.
    for (int i = 0; i < 4096; i++)
      if (lead + i < 400 || lead + i >= 416) hash = hash * 31 + static_cast<unsigned char>(more[i]);
    std::printf("%d %u\n", lead, hash);
  }
}
