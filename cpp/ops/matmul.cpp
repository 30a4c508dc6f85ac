#include "ops/matmul.hpp"

#include <algorithm>

#include "ops/tile.hpp"

namespace attn {
namespace {

// A fifth row spills in V8 here, where rows and columns of the result are anywhere.
constexpr int n_rows = 4;

// panel[8 k] = row[k] for k from `from` to n.
void pack_row(const float* row, int from, int n, float* panel) {
  for (int k = from; k < n; ++k) panel[k * tile_cols] = row[k];
}

void pack_four_rows(const float* row, int stride, int n, float* panel) {
  int k = 0;
  for (; k + batch_width <= n; k += batch_width) {
    Batch x[batch_width];
#pragma GCC unroll 8
    for (int r = 0; r < batch_width; ++r) x[r] = load(row + r * stride + k);
    transpose(x);
#pragma GCC unroll 8
    for (int r = 0; r < batch_width; ++r) store(panel + (k + r) * tile_cols, x[r]);
  }
  for (int r = 0; r < batch_width; ++r) pack_row(row + r * stride, k, n, panel + r);
}

// A panel of b^T: eight rows of b side by side, zeros beyond the last one. Four rows and four columns at a
// time are turned in registers.
void pack_rows(const MatrixView<const float>& b, int first, float* panel) {
  const int n = std::min(tile_cols, b.rows - first);
  if (n < tile_cols) std::fill_n(panel, b.cols * tile_cols, 0.0f);
  int j = 0;
  for (; j + batch_width <= n; j += batch_width)
    pack_four_rows(b.row(first + j), b.stride, b.cols, panel + j);
  for (; j < n; ++j) pack_row(b.row(first + j), 0, b.cols, panel + j);
}

template <int rows>
void multiply_tile(const float* a, int a_stride, const float* panel, int n_inner,
                   const MatrixView<float>& c) {
  Batch sum[rows][2];
#pragma GCC unroll 8
  for (auto& row : sum) row[0] = row[1] = Batch(0.0f);
  accumulate<rows>(sum, a, a_stride, 1, panel, n_inner);
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) {
    float* out = c.row(r);
    if (c.cols == tile_cols) {
      store(out, sum[r][0]);
      store(out + batch_width, sum[r][1]);
    } else {
      store_partial(out, sum[r][0], std::min(c.cols, batch_width));
      store_partial(out + batch_width, sum[r][1], std::max(c.cols - batch_width, 0));
    }
  }
}

// The rows of c from `first` on.
void multiply_panel(const MatrixView<const float>& a, const float* panel, const MatrixView<float>& c,
                    int first, int diagonal) {
  int i = first;
  for (; i + n_rows <= a.rows; i += n_rows) {
    const int n_inner = columns_until(diagonal, i + n_rows - 1, a.cols);
    multiply_tile<n_rows>(a.row(i), a.stride, panel, n_inner, c.rows_from(i, n_rows));
  }
  for (; i < a.rows; ++i) {
    const int n_inner = columns_until(diagonal, i, a.cols);
    multiply_tile<1>(a.row(i), a.stride, panel, n_inner, c.rows_from(i, 1));
  }
}

}  // namespace

std::size_t matmul_scratch_size(int n_inner) { return static_cast<std::size_t>(n_inner) * tile_cols; }

void matmul(const MatrixView<const float>& a, const MatrixView<const float>& b, const MatrixView<float>& c,
            std::span<float> scratch, int diagonal) {
  for (int j = 0; j < c.cols; j += tile_cols) {
    pack_columns<tile_cols>(b, j, scratch.data());
    multiply_panel(a, scratch.data(), c.columns_from(j, std::min(tile_cols, c.cols - j)), 0, diagonal);
  }
}

void matmul_transposed(const MatrixView<const float>& a, const MatrixView<const float>& b,
                       const MatrixView<float>& c, std::span<float> scratch, int diagonal) {
  for (int j = 0; j < c.cols; j += tile_cols) {
    pack_rows(b, j, scratch.data());
    const int first = std::max(j - diagonal, 0);  // Earlier rows end left of the panel.
    multiply_panel(a, scratch.data(), c.columns_from(j, std::min(tile_cols, c.cols - j)), first, no_diagonal);
  }
}

}  // namespace attn
