// What the kernels' tests share: matrices that catch what a kernel must not touch, and a strict comparison.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "ops/matrix.hpp"
#include "ops/random.hpp"

namespace attn::test {

inline constexpr float inf = std::numeric_limits<float>::infinity();
inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// A matrix on the heap that ends exactly with its last element, so that AddressSanitizer sees every
/// over-read. It starts off every SIMD alignment, and the padding between its rows is NaN: whoever uses that
/// shows it.
class Matrix {
 public:
  Matrix(int rows, int cols, int padding = 3)
      : rows_(rows),
        cols_(cols),
        stride_(cols + padding),
        size_(static_cast<std::size_t>(rows * stride_ - padding + 1)),
        data_(new float[size_]) {
    for (std::size_t i = 0; i < size_; ++i) data_[i] = nan;
  }
  /// Filled by `value(i, j)`.
  Matrix(int rows, int cols, const std::function<float(int, int)>& value) : Matrix(rows, cols) {
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < cols; ++j) view()(i, j) = value(i, j);
    }
  }
  /// Normal deviates times `scale`.
  Matrix(int rows, int cols, Pcg32& random, float scale = 1)
      : Matrix(rows, cols, [&](int, int) { return scale * random.normal(); }) {}

  MatrixView<float> view() { return {data_.get() + 1, rows_, cols_, stride_}; }
  MatrixView<const float> view() const { return {data_.get() + 1, rows_, cols_, stride_}; }
  operator MatrixView<float>() { return view(); }
  operator MatrixView<const float>() const { return view(); }
  float& operator()(int i, int j) { return view()(i, j); }
  float operator()(int i, int j) const { return view()(i, j); }

  /// The padding is as it was: no kernel wrote beyond a row.
  bool padding_untouched() const {
    for (int i = 0; i + 1 < rows_; ++i) {
      for (int j = cols_; j < stride_; ++j) {
        if (!std::isnan(view().row(i)[j])) return false;
      }
    }
    return std::isnan(data_[0]);
  }

 private:
  int rows_, cols_, stride_;
  std::size_t size_;
  std::unique_ptr<float[]> data_;
};

/// Scratch of exactly `size` floats, all NaN.
class Scratch {
 public:
  explicit Scratch(std::size_t size) : data_(new float[size]), size_(size) {
    for (std::size_t i = 0; i < size; ++i) data_[i] = nan;
  }
  operator std::span<float>() { return {data_.get(), size_}; }

 private:
  std::unique_ptr<float[]> data_;
  std::size_t size_;
};

/// |actual - expected|; infinite unless NaN meets NaN and an infinity its like.
inline double difference(double actual, double expected) {
  if (std::isnan(actual) && std::isnan(expected)) return 0;
  if (actual == expected) return 0;
  const double distance = std::abs(actual - expected);
  return std::isfinite(distance) ? distance : std::numeric_limits<double>::infinity();
}

/// The largest difference of two matrices; `expected` as a list of rows.
inline double difference(MatrixView<const float> actual, const std::vector<double>& expected) {
  double largest = 0;
  for (int i = 0; i < actual.rows; ++i) {
    for (int j = 0; j < actual.cols; ++j) {
      const auto at = static_cast<std::size_t>(i * actual.cols + j);
      largest = std::max(largest, difference(static_cast<double>(actual(i, j)), expected[at]));
    }
  }
  return largest;
}

inline double difference(MatrixView<const float> actual, MatrixView<const float> expected) {
  double largest = 0;
  for (int i = 0; i < actual.rows; ++i) {
    for (int j = 0; j < actual.cols; ++j) {
      largest = std::max(largest,
                         difference(static_cast<double>(actual(i, j)), static_cast<double>(expected(i, j))));
    }
  }
  return largest;
}

/// Equal bit for bit, so that 0 differs from -0; any NaN equals any NaN.
inline bool same_bits(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

inline bool same_bits(MatrixView<const float> a, MatrixView<const float> b) {
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 0; j < a.cols; ++j) {
      if (!same_bits(a(i, j), b(i, j))) return false;
    }
  }
  return true;
}

/// FNV-1a over the bits of floats: one number that every machine must agree on.
class BitHash {
 public:
  void add(float x) { value_ = (value_ ^ std::bit_cast<std::uint32_t>(x)) * 16777619u; }
  std::uint32_t value() const { return value_; }

 private:
  std::uint32_t value_ = 2166136261u;
};

}  // namespace attn::test
