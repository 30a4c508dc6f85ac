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
void slope_row(float* scores, int i, int n_q, int n_k, float slope) {
  const int own = i + n_k - n_q;
  for (int j = 0; j < n_k; ++j) scores[j] -= slope * static_cast<float>(own < j ? j - own : own - j);
}

void mask_row(float* scores, int i, int n_q, int n_k, const AttentionOptions& options) {
  if (options.mask == Mask::causal) {
    std::fill(scores + causal_keys(i, n_q, n_k), scores + n_k, -inf);
  } else if (options.mask == Mask::given) {
    const float* allowed = options.allowed.row(i);
    for (int j = 0; j < n_k; ++j) scores[j] = allowed[j] != 0 ? scores[j] : -inf;
  }
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

int causal_keys(int i, int n_q, int n_k) { return std::clamp(i + 1 + n_k - n_q, 0, n_k); }

std::size_t attention_scratch_size(int /*n_q*/, int n_k, int d_k, int /*d_v*/) {
  return matmul_scratch_size(std::max(n_k, d_k));
}

void attention_forward(const MatrixView<const float>& q, const MatrixView<const float>& k,
                       const MatrixView<const float>& v, const AttentionOptions& options,
                       const MatrixView<float>& scores, const MatrixView<float>& weights,
                       const MatrixView<float>& output, std::span<float> scratch) {
  matmul_transposed(q, k, scores, scratch);
  for (int i = 0; i < q.rows; ++i) {
    scale_row(scores.row(i), k.rows, options.scale);
    if (options.alibi_slope != 0) slope_row(scores.row(i), i, q.rows, k.rows, options.alibi_slope);
    mask_row(scores.row(i), i, q.rows, k.rows, options);
  }
  softmax_rows(scores, options.temperature, weights);
  if (std::isfinite(sum_of_squares(v))) {
    matmul(weights, v, output, scratch);
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
