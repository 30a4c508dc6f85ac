// What the tests of gradients share: double twins work on plain vectors, and central differences judge them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "compare.hpp"

namespace attn::test {

using Doubles = std::vector<double>;

inline constexpr int sizes[] = {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33};

/// Every length from 1 to 67 and those around 128 and 256.
inline std::vector<int> lengths_of_rows() {
  std::vector<int> all = {127, 128, 129, 255, 256, 257};
  for (int n = 1; n <= 67; ++n) all.push_back(n);
  return all;
}

/// The numbers of a matrix, row after row.
inline Doubles doubles(MatrixView<const float> x) {
  Doubles values;
  for (int i = 0; i < x.rows; ++i) {
    for (int j = 0; j < x.cols; ++j) values.push_back(static_cast<double>(x(i, j)));
  }
  return values;
}

/// The only row of a matrix: off every alignment, its end the end of the heap block.
inline std::span<float> span_of(Matrix& row) {
  return {row.view().data, static_cast<std::size_t>(row.view().cols)};
}
inline std::span<const float> span_of(const Matrix& row) {
  return {row.view().data, static_cast<std::size_t>(row.view().cols)};
}

inline Matrix copy_of(MatrixView<const float> x) {
  return Matrix(x.rows, x.cols, [&](int i, int j) { return x(i, j); });
}

inline Matrix zeros(int rows, int cols) {
  return Matrix(rows, cols, [](int, int) { return 0.0f; });
}

/// The largest difference as a share of the largest number expected; absolute where that is below 1e-3.
inline double relative(const Doubles& actual, const Doubles& expected) {
  double largest = 1e-3, worst = actual.size() == expected.size() ? 0 : 1e300;
  for (const double x : expected) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
    worst = std::max(worst, difference(actual[i], expected[i]));
  }
  return worst / largest;
}

inline double relative(MatrixView<const float> actual, const Doubles& expected) {
  return relative(doubles(actual), expected);
}

/// |actual - expected| / |expected|. (doctest's Approx is absolute for numbers well below 1.)
inline double relative_error(double actual, double expected) {
  return difference(actual, expected) / std::abs(expected);
}

inline double dot(const Doubles& a, const Doubles& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// The gradient of f at x. With f = sum of cotangent * output, a random cotangent leaves no direction out.
inline Doubles central_differences(Doubles x, const std::function<double(const Doubles&)>& f) {
  constexpr double step = 1e-4;
  Doubles gradient;
  for (double& x_i : x) {
    const double middle = x_i;
    x_i = middle + step;
    const double above = f(x);
    x_i = middle - step;
    gradient.push_back((above - f(x)) / (2 * step));
    x_i = middle;
  }
  return gradient;
}

}  // namespace attn::test
