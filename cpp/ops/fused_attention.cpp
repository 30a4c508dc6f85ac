#include "ops/fused_attention.hpp"

#include <algorithm>

namespace attn {
namespace {

// One query at a time through attention_forward, with room for one row of weights.
void attend_by_rows(MatrixView<const float> q, MatrixView<const float> k, MatrixView<const float> v,
                    const AttentionOptions& options, MatrixView<float> output, std::span<float> scratch) {
  const auto used = static_cast<std::size_t>(k.rows);
  for (int i = 0; i < q.rows; ++i) {
    AttentionOptions row = options;
    int n_k = k.rows;
    if (options.mask == Mask::causal) {
      row.mask = Mask::none;
      n_k = causal_keys(i, q.rows, k.rows);
    } else if (options.mask == Mask::given) {
      row.allowed = options.allowed.rows_from(i, 1);
    }
    const MatrixView<float> weights = {scratch.data(), 1, n_k, n_k};
    attention_forward(q.rows_from(i, 1), k.rows_from(0, n_k), v.rows_from(0, n_k), row, weights, weights,
                      output.rows_from(i, 1), scratch.subspan(used));
  }
}

}  // namespace

std::size_t fused_attention_scratch_size(int /*n_q*/, int n_k, int d_k, int d_v) {
  return static_cast<std::size_t>(n_k) + attention_scratch_size(1, n_k, d_k, d_v);
}

void fused_attention_forward(MatrixView<const float> q, MatrixView<const float> k, MatrixView<const float> v,
                             const AttentionOptions& options, MatrixView<float> output,
                             std::span<float> scratch) {
  attend_by_rows(q, k, v, options, output, scratch);
}

}  // namespace attn
