// A matrix that somebody else owns.
#pragma once

#include <cstddef>
#include <type_traits>

namespace attn {

/// A diagonal d cuts a matrix: row i has columns 0 ... i + d, and what is right of them is left out of
/// products. This one leaves out nothing.
inline constexpr int no_diagonal = 1 << 30;

/// How many of its `cols` columns row i has.
inline int columns_until(int diagonal, int i, int cols) {
  const int end = i + 1 + diagonal;
  return end < 0 ? 0 : end < cols ? end : cols;
}

/// Row-major view; `stride` floats lie between the starts of two rows, so that a head is a range of columns.
template <typename T>
struct MatrixView {
  T* data = nullptr;
  int rows = 0;
  int cols = 0;
  int stride = 0;

  T* row(int i) const { return data + static_cast<std::ptrdiff_t>(i) * stride; }
  T& operator()(int i, int j) const { return row(i)[j]; }

  /// Rows first, first + 1, ..., first + count - 1.
  MatrixView rows_from(int first, int count) const { return {row(first), count, cols, stride}; }
  /// Columns first, first + 1, ..., first + count - 1.
  MatrixView columns_from(int first, int count) const { return {data + first, rows, count, stride}; }

  operator MatrixView<const T>() const requires(!std::is_const_v<T>) { return {data, rows, cols, stride}; }
};

}  // namespace attn
