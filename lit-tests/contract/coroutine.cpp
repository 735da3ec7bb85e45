// A coroutine with a static array, a heap array and a stack array, suspended between the loops while another one runs.
//
// CHECK-NOT: remark: array t
//
// RUN: %clang_fuse -std=c++20 -O2 -g -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s --allow-empty
// RUN: %run_both %s -std=c++20 -lstdc++
// RUN: %run_both --options=no-profit %s -std=c++20 -O3 -lstdc++
#include <coroutine>
#include <cstdio>
#include <vector>
struct task {
  struct promise_type {
    task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> h;
};
enum { H = 60, W = 1500 };
static float in[H * W], out[2][H * W];
task t(const float *in, float *out, int k, int h) {
  static float x[H][W];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * k;
  co_await std::suspend_always{};
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] = x[i - 1][j] - x[i + 1][j];
}
// Statics of one coroutine without suspension between, and heap memory across one.
task u(const float *in, float *out, int k, int h) {
  static float x[H][W];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) x[i][j] = in[i * W + j] * k;
  for (int i = 1; i < h - 1; i++)
    for (int j = 0; j < W; j++) out[i * W + j] += x[i - 1][j] - x[i + 1][j];
  std::vector<float> v(h * W);
  for (int i = 0; i < h * W; i++) v[i] = out[i] * k;
  co_await std::suspend_always{};
  for (int i = 0; i < h * W; i++) out[i] = v[i] + in[i];
  for (int i = 0; i < h; i++)
    for (int j = 0; j < W; j++) out[i * W + j] += x[i][j];
}
int main() {
  for (int i = 0; i < H * W; i++) in[i] = i * 7 % 1013;
  double s = 0;
  task a = t(in, out[0], 1, H), b = t(in, out[1], 2, H);
  a.h.resume(), b.h.resume();
  for (auto &o : out) for (float f : o) s = s * 0.9999 + f;
  task c = u(in, out[0], 1, H), d = u(in, out[1], 2, H);
  c.h.resume(), d.h.resume();
  for (auto &o : out) for (float f : o) s = s * 0.9999 + f;
  std::printf("%a\n", s);
  a.h.destroy(), b.h.destroy(), c.h.destroy(), d.h.destroy();
}
