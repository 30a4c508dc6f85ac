// The inner loop of every product: a tile of a few rows and eight columns, held in registers.
#pragma once

#include <algorithm>

#include "ops/matrix.hpp"
#include "ops/simd.hpp"

namespace attn {

inline constexpr int tile_rows = 4;
inline constexpr int tile_cols = 2 * batch_width;

/// sum[r] += sum_k a(r, k) b(k, :), over k = 0, 1, ..., n - 1 in this order.
/// a(r, k) = a[r row_step + k step]; b [n, 8] with rows `b_stride` apart.
///
/// 4 x 8 sums take 8 registers, b 2, a 1 and a product 1, of the 15 that V8 leaves on x86. It is not unrolled
/// by hand: V8 does that, and a longer body only makes LLVM hoist its loads until registers spill.
template <int rows, int step>
inline void accumulate(Batch (&sum)[rows][2], const float* a, std::ptrdiff_t row_step, const float* b,
                       std::ptrdiff_t b_stride, int n) {
  for (int k = 0; k < n; ++k) {
    const Batch b0 = load(b), b1 = load(b + batch_width);
    for (int r = 0; r < rows; ++r) {
      const Batch a_rk = broadcast(a[r * row_step]);
      sum[r][0] += a_rk * b0;
      sum[r][1] += a_rk * b1;
    }
    a += step;
    b += b_stride;
  }
}

/// packed[k stride + r] = factor x(r, k) for up to four rows r: their terms side by side, so that one pointer
/// finds them all. Where x has fewer rows, the last one is repeated; x has at least one.
inline void pack_four_rows(MatrixView<const float> x, float factor, float* packed, int stride) {
  const float* row[tile_rows];
  for (int r = 0; r < tile_rows; ++r) row[r] = x.row(std::min(r, x.rows - 1));
  int k = 0;
  for (; k + batch_width <= x.cols; k += batch_width) {
    Batch part[tile_rows];
    for (int r = 0; r < tile_rows; ++r) part[r] = load(row[r] + k) * factor;
    transpose(part);
    for (int u = 0; u < batch_width; ++u, packed += stride) store(packed, part[u]);
  }
  for (; k < x.cols; ++k, packed += stride) {
    for (int r = 0; r < tile_rows; ++r) packed[r] = row[r][k] * factor;
  }
}

}  // namespace attn
