// What the products share: a tile of a few rows and eight columns, held in registers, and packing for it.
#pragma once

#include <algorithm>
#include <cstddef>

#include "ops/matrix.hpp"
#include "ops/simd.hpp"

namespace attn {

inline constexpr int tile_rows = 5;
inline constexpr int tile_cols = 2 * batch_width;

/// packed[t cols + c] = x(t, first + c) for `cols` columns side by side, zeros beyond the last one of x.
template <int cols>
inline void pack_columns(const MatrixView<const float>& x, int first, float* packed) {
  const int n = std::min(cols, x.cols - first);
  for (int t = 0; t < x.rows; ++t, packed += cols) {
    const float* row = x.row(t) + first;
    if (n == cols) {
      for (int c = 0; c < cols; c += batch_width) store(packed + c, load(row + c));
    } else {
      std::fill(std::copy_n(row, n, packed), packed + cols, 0.0f);
    }
  }
}

/// sum[r] += sum_k a(r, k) b(k, :), over k = 0, 1, ..., n - 1 in this order.
/// a(r, k) = a[r row_step + k step]; b [n, 8].
///
/// 5 x 8 sums take 10 registers, b 2, a 1 and a product 1, of the 15 that V8 leaves on x86. It is not
/// unrolled by hand: V8 does that, and a longer body only makes LLVM hoist its loads until registers spill.
/// The loop over the rows must be: an array of sums stays in registers only under fixed indices.
template <int rows>
inline void accumulate(Batch (&sum)[rows][2], const float* a, std::ptrdiff_t row_step, std::ptrdiff_t step,
                       const float* b, int n) {
  for (const float* const end = b + static_cast<std::ptrdiff_t>(n) * tile_cols; b != end; b += tile_cols) {
    const Batch b0 = load(b), b1 = load(b + batch_width);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r) {
      const Batch a_rk = broadcast(a[r * row_step]);
      sum[r][0] += a_rk * b0;
      sum[r][1] += a_rk * b1;
    }
    a += step;
  }
}

}  // namespace attn
