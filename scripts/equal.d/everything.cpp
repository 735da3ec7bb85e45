// A bit of everything that a code generator can treat differently by an option, in C++.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};

struct Circle final : Shape {
  explicit Circle(double r) : radius(r) {}
  double area() const override { return 3.14 * radius * radius; }
  double radius;
};

struct Square final : Shape {
  explicit Square(double s) : side(s) {}
  double area() const override { return side * side; }
  double side;
};

thread_local std::string per_thread = "thread";
std::vector<int> global{1, 2, 3};

template <typename T> struct Vector {
  explicit Vector(std::size_t n) : data(n) {}
  Vector operator+(const Vector &other) const {
    Vector result(data.size());
    for (std::size_t i = 0; i < data.size(); i++) result.data[i] = data[i] + other.data[i];
    return result;
  }
  Vector operator*(T factor) const {
    Vector result(data.size());
    for (std::size_t i = 0; i < data.size(); i++) result.data[i] = data[i] * factor;
    return result;
  }
  std::vector<T> data;
};

} // namespace

inline int shared_counter() {
  static int counter = [] { return static_cast<int>(global.size()); }();
  return ++counter;
}

double total(const std::vector<std::unique_ptr<Shape>> &shapes) {
  return std::accumulate(shapes.begin(), shapes.end(), 0.0,
                         [](double sum, const auto &shape) { return sum + shape->area(); });
}

float chain(const Vector<float> &x, const Vector<float> &y) {
  auto z = (x + y) * 2.0f + x;
  return std::accumulate(z.data.begin(), z.data.end(), 0.0f);
}

int guarded(const std::function<int()> &call) {
  try {
    return call();
  } catch (const std::out_of_range &error) {
    std::cerr << error.what() << '\n';
  } catch (...) {
    per_thread += "!";
    throw;
  }
  return -1;
}

std::map<std::string, int> count(const std::vector<std::string> &words) {
  std::map<std::string, int> counts;
  for (const auto &word : words) counts[word]++;
  return counts;
}

int main(int argc, char **argv) {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Circle>(argc));
  shapes.push_back(std::make_unique<Square>(2));
  std::vector<std::string> words(argv, argv + argc);
  std::sort(words.begin(), words.end());
  std::cout << total(shapes) << ' ' << guarded([&] { return global.at(argc); }) << ' '
            << shared_counter() << ' ' << count(words).size() << '\n';
  if (auto *circle = dynamic_cast<Circle *>(shapes[0].get())) std::cout << circle->radius << '\n';
}
