// A matrix that somebody else owns.
#pragma once

#include <cstddef>
#include <type_traits>

namespace attn {

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
