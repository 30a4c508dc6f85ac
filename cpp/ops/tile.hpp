// The inner loop of every product: a tile of a few rows and eight columns, held in registers.
#pragma once

#include "ops/simd.hpp"

namespace attn {

inline constexpr int tile_rows = 4;
inline constexpr int tile_cols = 2 * batch_width;

/// Adds `sum_k a(r, k) b(k, j)` to sum[r], over k = 0, 1, ..., n - 1 in this order.
/// a(r) points at row r, its terms `step` apart; b [n, 8] with rows `b_stride` apart.
/// 4 x 8 sums, two batches of b, one of a and one product fill the 16 registers of x86.
template <int rows, int step, typename Rows>
inline void accumulate(Batch (&sum)[rows][2], Rows a, const float* b, std::ptrdiff_t b_stride, int n) {
  for (int k = 0; k < n; ++k) {
    const Batch b0 = load(b), b1 = load(b + batch_width);
    b += b_stride;
    for (int r = 0; r < rows; ++r) {
      const Batch a_rk = broadcast(a(r)[static_cast<std::ptrdiff_t>(k) * step]);
      sum[r][0] += a_rk * b0;
      sum[r][1] += a_rk * b1;
    }
  }
}

}  // namespace attn
