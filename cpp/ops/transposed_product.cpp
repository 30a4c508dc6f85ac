#include "ops/transposed_product.hpp"

#include <algorithm>

#include "ops/tile.hpp"

namespace attn {
namespace {

// A tile of c is the product of a group of four columns of a and a panel of eight columns of b; its 8 sums
// and the 4 numbers at work stay in registers.
constexpr int group = batch_width;

// Tokens at a time: group, panel and tile stay in the first cache.
constexpr int block_tokens = 128;

int round_up(int n, int multiple) { return (n + multiple - 1) / multiple * multiple; }

// c += a^T b for the first `rows` columns of the group from `a` on, and the panel.
template <int rows>
void add_tile(const float* a, const float* panel, int n_tokens, const MatrixView<float>& c) {
  Batch sum[rows][2];
  const int n0 = std::min(c.cols, batch_width), n1 = c.cols - n0;
  const bool full = c.cols == tile_cols;
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) {
    float* row = c.row(r);
    sum[r][0] = full ? load(row) : load_partial(row, n0, 0.0f);
    sum[r][1] = full ? load(row + batch_width) : load_partial(row + n0, n1, 0.0f);
  }
  // One pointer ends the loop and the index is unsigned: so compiled, each load holds its offset and takes
  // one instruction. 26 instructions do 16 operations; unrolled by hand, V8 runs out of registers.
  for (const float* const end = panel + n_tokens * tile_cols; panel != end; panel += tile_cols, a += group) {
    const Batch b0 = load(panel), b1 = load(panel + std::size_t{batch_width});
#pragma GCC unroll 8
    for (std::size_t r = 0; r < rows; ++r) {
      const Batch a_tr = broadcast(a[r]);
      sum[r][0] += a_tr * b0;
      sum[r][1] += a_tr * b1;
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < rows; ++r) {
    float* row = c.row(r);
    if (full) {
      store(row, sum[r][0]);
      store(row + batch_width, sum[r][1]);
    } else {
      store_partial(row, sum[r][0], n0);
      store_partial(row + n0, sum[r][1], n1);
    }
  }
}

void add_block(const MatrixView<const float>& a, const MatrixView<const float>& b, const MatrixView<float>& c,
               float* groups, float* panel, int diagonal) {
  for (int i = 0; i < a.cols; i += group) pack_columns<group>(a, i, groups + i * a.rows);
  for (int j = 0; j < c.cols; j += tile_cols) {
    pack_columns<tile_cols>(b, j, panel);
    const MatrixView<float> columns = c.columns_from(j, std::min(tile_cols, c.cols - j));
    // The first token whose row of a reaches column i.
    const auto first = [&](int i) { return std::clamp(i - diagonal, 0, a.rows); };
    int i = 0;
    for (; i + group <= c.rows; i += group) {
      const int t = first(i);
      add_tile<group>(groups + i * a.rows + t * group, panel + t * tile_cols, a.rows - t,
                      columns.rows_from(i, group));
    }
    for (int r = 0; i + r < c.rows; ++r) {
      const int t = first(i + r);
      add_tile<1>(groups + i * a.rows + t * group + r, panel + t * tile_cols, a.rows - t,
                  columns.rows_from(i + r, 1));
    }
  }
}

}  // namespace

std::size_t transposed_product_scratch_size(int n_tokens, int m) {
  return static_cast<std::size_t>(std::min(n_tokens, block_tokens)) *
         static_cast<std::size_t>(round_up(m, group) + tile_cols);
}

void add_transposed_product(const MatrixView<const float>& a, const MatrixView<const float>& b,
                            const MatrixView<float>& c, std::span<float> scratch, int diagonal) {
  float* const panel = scratch.data();
  float* const groups = panel + std::min(a.rows, block_tokens) * tile_cols;
  for (int t = 0; t < a.rows; t += block_tokens) {
    const int n = std::min(block_tokens, a.rows - t);
    add_block(a.rows_from(t, n), b.rows_from(t, n), c, groups, panel, diagonal + t);
  }
}

}  // namespace attn
