#include "ops/attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ops/matmul.hpp"
#include "ops/softmax.hpp"
#include "ops/squares.hpp"

namespace attn {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

void scale_row(float* scores, int n, float scale) {
  for (int j = 0; j < n; ++j) scores[j] *= scale;
}

// The distance grows by one a key on both sides of the query's own place among the keys.
void slope_row(float* scores, int n, int own, float slope) {
  for (int j = 0; j < n; ++j) scores[j] -= slope * static_cast<float>(own < j ? j - own : own - j);
}

void mask_row(float* scores, int n, const float* allowed) {
  for (int j = 0; j < n; ++j) scores[j] = allowed[j] != 0 ? scores[j] : -inf;
}

// weights v, in the order of matmul, without the keys of weight 0.
void weighted_sum_of_used(const MatrixView<const float>& weights, const MatrixView<const float>& v,
                          const MatrixView<float>& output) {
  for (int i = 0; i < weights.rows; ++i) {
    float* sum = output.row(i);
    std::fill_n(sum, v.cols, 0.0f);
    for (int j = 0; j < v.rows; ++j) {
      const float weight = weights(i, j);
      if (weight == 0) continue;
      for (int c = 0; c < v.cols; ++c) sum[c] += weight * v(j, c);
    }
  }
}

}  // namespace

int mask_diagonal(Mask mask, int n_q, int n_k) { return mask == Mask::causal ? n_k - n_q : no_diagonal; }

int causal_keys(int i, int n_q, int n_k) { return columns_until(n_k - n_q, i, n_k); }

std::size_t attention_scratch_size(int /*n_q*/, int n_k, int d_k, int /*d_v*/) {
  return matmul_scratch_size(std::max(n_k, d_k));
}

void attention_forward(const MatrixView<const float>& q, const MatrixView<const float>& k,
                       const MatrixView<const float>& v, const AttentionOptions& options,
                       const MatrixView<float>& scores, const MatrixView<float>& weights,
                       const MatrixView<float>& output, std::span<float> scratch) {
  const int diagonal = mask_diagonal(options.mask, q.rows, k.rows);
  matmul_transposed(q, k, scores, scratch, diagonal);
  for (int i = 0; i < q.rows; ++i) {
    float* row = scores.row(i);
    const int n = columns_until(diagonal, i, k.rows);
    scale_row(row, n, options.scale);
    if (options.alibi_slope != 0) slope_row(row, n, i + k.rows - q.rows, options.alibi_slope);
    if (options.mask == Mask::given) mask_row(row, n, options.allowed.row(i));
    std::fill(row + n, row + k.rows, -inf);
    const auto seen = [&](const auto& x) { return x.rows_from(i, 1).columns_from(0, n); };
    softmax_rows(seen(scores), options.temperature, seen(weights));
    std::fill(weights.row(i) + n, weights.row(i) + k.rows, 0.0f);
  }
  if (std::isfinite(sum_of_squares(v))) {
    matmul(weights, v, output, scratch, diagonal);
  } else {
    weighted_sum_of_used(weights, v, output);
  }
}

void multi_head_attention_forward(const MatrixView<const float>& q, const MatrixView<const float>& k,
                                  const MatrixView<const float>& v, int n_heads,
                                  const AttentionOptions& options, const MatrixView<float>& scores,
                                  const MatrixView<float>& weights, const MatrixView<float>& output,
                                  std::span<float> scratch) {
  const int d_k = q.cols / n_heads, d_v = v.cols / n_heads;
  for (int h = 0; h < n_heads; ++h) {
    attention_forward(q.columns_from(h * d_k, d_k), k.columns_from(h * d_k, d_k),
                      v.columns_from(h * d_v, d_v), options, scores.rows_from(h * q.rows, q.rows),
                      weights.rows_from(h * q.rows, q.rows), output.columns_from(h * d_v, d_v), scratch);
  }
}

}  // namespace attn
