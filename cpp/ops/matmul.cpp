#include "ops/matmul.hpp"

#include <algorithm>

#include "ops/tile.hpp"

namespace attn {
namespace {

// A panel [k, 8] holds eight columns of b side by side, zeros beyond the last column.
void pack_columns(const MatrixView<const float>& b, int first, float* panel) {
  const int n = std::min(tile_cols, b.cols - first);
  for (int k = 0; k < b.rows; ++k, panel += tile_cols) {
    std::fill(std::copy_n(b.row(k) + first, n, panel), panel + tile_cols, 0.0f);
  }
}

void pack_rows(const MatrixView<const float>& b, int first, float* panel) {
  const int n = std::min(tile_cols, b.rows - first);
  std::fill_n(panel, b.cols * tile_cols, 0.0f);
  for (int j = 0; j < n; ++j) {
    const float* row = b.row(first + j);
    for (int k = 0; k < b.cols; ++k) panel[k * tile_cols + j] = row[k];
  }
}

template <int rows>
void multiply_tile(const float* a, int a_stride, const float* panel, int n_inner,
                   const MatrixView<float>& c) {
  Batch sum[rows][2];
  for (auto& row : sum) row[0] = row[1] = Batch(0.0f);
  accumulate<rows>(sum, a, a_stride, 1, panel, n_inner);
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

void multiply_panel(const MatrixView<const float>& a, const float* panel, const MatrixView<float>& c) {
  int i = 0;
  for (; i + tile_rows <= a.rows; i += tile_rows) {
    multiply_tile<tile_rows>(a.row(i), a.stride, panel, a.cols, c.rows_from(i, tile_rows));
  }
  for (; i < a.rows; ++i) multiply_tile<1>(a.row(i), a.stride, panel, a.cols, c.rows_from(i, 1));
}

}  // namespace

std::size_t matmul_scratch_size(int n_inner) { return static_cast<std::size_t>(n_inner) * tile_cols; }

void matmul(const MatrixView<const float>& a, const MatrixView<const float>& b, const MatrixView<float>& c,
            std::span<float> scratch) {
  for (int j = 0; j < c.cols; j += tile_cols) {
    pack_columns(b, j, scratch.data());
    multiply_panel(a, scratch.data(), c.columns_from(j, std::min(tile_cols, c.cols - j)));
  }
}

void matmul_transposed(const MatrixView<const float>& a, const MatrixView<const float>& b,
                       const MatrixView<float>& c, std::span<float> scratch) {
  for (int j = 0; j < c.cols; j += tile_cols) {
    pack_rows(b, j, scratch.data());
    multiply_panel(a, scratch.data(), c.columns_from(j, std::min(tile_cols, c.cols - j)));
  }
}

}  // namespace attn
