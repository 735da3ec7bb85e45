#include "signal.h"

#include <cstdio>
#include <vector>

namespace {

struct Range {
  float least, greatest;
};

Range range(const std::vector<float> &values) {
  Range r{values[0], values[0]};
  for (float v : values) r.least = v < r.least ? v : r.least;
  for (float v : values) r.greatest = v > r.greatest ? v : r.greatest;
  return r;
}

} // namespace

int main() {
  std::vector<float> in(1000), out(in.size());
  for (std::size_t i = 0; i < in.size(); i++) in[i] = static_cast<float>(i * 37 % 101) / 100;
  signal_scale(in.data(), out.data(), static_cast<int>(in.size()), 1.5f, -0.25f);
  const Range r = range(out);
  std::printf("%.2f to %.2f\n", r.least, r.greatest);
}
