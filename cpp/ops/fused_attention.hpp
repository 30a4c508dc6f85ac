// Scaled dot-product attention without its n_q x n_k intermediates.
#pragma once

#include <cstddef>
#include <span>

#include "ops/attention.hpp"

namespace attn {

/// Floats of scratch that fused_attention_forward needs: O(n_k + d_k + d_v).
std::size_t fused_attention_scratch_size(int n_q, int n_k, int d_k, int d_v);

/// output = softmax(scale q k^T / temperature, masked) v, as attention_forward, whose masks, limits and
/// treatment of infinite and NaN entries it shares; the two agree up to rounding.
///
/// q [n_q, d_k], k [n_k, d_k], v [n_k, d_v]; output [n_q, d_v] written; scratch
/// [fused_attention_scratch_size(...)]. Nothing may overlap.
void fused_attention_forward(MatrixView<const float> q, MatrixView<const float> k, MatrixView<const float> v,
                             const AttentionOptions& options, MatrixView<float> output,
                             std::span<float> scratch);

}  // namespace attn
