#include "ops/attention_backward.hpp"

#include <algorithm>
#include <cmath>

#include "ops/add.hpp"
#include "ops/matmul.hpp"
#include "ops/softmax_backward.hpp"
#include "ops/squares.hpp"
#include "ops/transposed_product.hpp"

namespace attn {
namespace {

// sum += weight x, unless the weight is 0.
void add_used(float weight, const float* x, int n, float* sum) {
  if (weight == 0) return;
  for (int c = 0; c < n; ++c) sum[c] += weight * x[c];
}

void fill(const MatrixView<float>& x, float value) {
  for (int i = 0; i < x.rows; ++i) std::fill_n(x.row(i), x.cols, value);
}

void scale_rows(const MatrixView<float>& x, float factor) {
  for (int i = 0; i < x.rows; ++i) scale({x.row(i), static_cast<std::size_t>(x.cols)}, factor);
}

// sum = weights x, in the order of matmul, without what has weight 0.
void weighted_sum(const MatrixView<const float>& weights, const MatrixView<const float>& x,
                  const MatrixView<float>& sum, std::span<float> scratch, int diagonal) {
  if (std::isfinite(sum_of_squares(x))) {
    matmul(weights, x, sum, scratch, diagonal);
    return;
  }
  fill(sum, 0);
  for (int i = 0; i < weights.rows; ++i) {
    for (int j = 0; j < weights.cols; ++j) add_used(weights(i, j), x.row(j), x.cols, sum.row(i));
  }
}

// sum = weights^T x, without what has weight 0.
void weighted_sum_transposed(const MatrixView<const float>& weights, const MatrixView<const float>& x,
                             const MatrixView<float>& sum, std::span<float> scratch, int diagonal) {
  fill(sum, 0);
  if (std::isfinite(sum_of_squares(x))) {
    add_transposed_product(weights, x, sum, scratch, diagonal);
    return;
  }
  for (int i = 0; i < weights.rows; ++i) {
    for (int j = 0; j < weights.cols; ++j) add_used(weights(i, j), x.row(i), x.cols, sum.row(j));
  }
}

void clear_masked(float* row, int n, const float* allowed) {
  for (int j = 0; j < n; ++j) row[j] = allowed[j] != 0 ? row[j] : 0.0f;
}

}  // namespace

std::size_t attention_backward_scratch_size(int n_q, int n_k, int d_k, int d_v) {
  return std::max(matmul_scratch_size(std::max({n_k, d_k, d_v})), transposed_product_scratch_size(n_q, n_k));
}

void attention_backward(const MatrixView<const float>& q, const MatrixView<const float>& k,
                        const MatrixView<const float>& v, const MatrixView<const float>& weights,
                        const MatrixView<const float>& doutput, const AttentionOptions& options,
                        const MatrixView<float>& dweights, const MatrixView<float>& dscores,
                        const MatrixView<float>& dq, const MatrixView<float>& dk, const MatrixView<float>& dv,
                        std::span<float> scratch) {
  const int diagonal = mask_diagonal(options.mask, q.rows, k.rows);
  weighted_sum_transposed(weights, doutput, dv, scratch, diagonal);
  matmul_transposed(doutput, v, dweights, scratch, diagonal);
  for (int i = 0; i < q.rows; ++i) {
    const int n = columns_until(diagonal, i, k.rows);
    std::fill(dweights.row(i) + n, dweights.row(i) + k.rows, 0.0f);
    if (options.mask == Mask::given) clear_masked(dweights.row(i), n, options.allowed.row(i));
    const auto seen = [&](const auto& x) { return x.rows_from(i, 1).columns_from(0, n); };
    softmax_backward(seen(weights), seen(dweights), options.temperature, seen(dscores));
    std::fill(dscores.row(i) + n, dscores.row(i) + k.rows, 0.0f);
  }
  weighted_sum(dscores, k, dq, scratch, diagonal);
  scale_rows(dq, options.scale);
  weighted_sum_transposed(dscores, q, dk, scratch, diagonal);
  scale_rows(dk, options.scale);
}

void multi_head_attention_backward(const MatrixView<const float>& q, const MatrixView<const float>& k,
                                   const MatrixView<const float>& v, const MatrixView<const float>& weights,
                                   const MatrixView<const float>& doutput, int n_heads,
                                   const AttentionOptions& options, const MatrixView<float>& dweights,
                                   const MatrixView<float>& dscores, const MatrixView<float>& dq,
                                   const MatrixView<float>& dk, const MatrixView<float>& dv,
                                   std::span<float> scratch) {
  const int d_k = q.cols / n_heads, d_v = v.cols / n_heads;
  for (int h = 0; h < n_heads; ++h) {
    const int k_at = h * d_k, v_at = h * d_v, row = h * q.rows;
    attention_backward(q.columns_from(k_at, d_k), k.columns_from(k_at, d_k), v.columns_from(v_at, d_v),
                       weights.rows_from(row, q.rows), doutput.columns_from(v_at, d_v), options,
                       dweights.rows_from(row, q.rows), dscores.rows_from(row, q.rows),
                       dq.columns_from(k_at, d_k), dk.columns_from(k_at, d_k), dv.columns_from(v_at, d_v),
                       scratch);
  }
}

}  // namespace attn
