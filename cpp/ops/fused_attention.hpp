// Scaled dot-product attention without its n_q x n_k intermediates.
#pragma once

#include <cstddef>
#include <span>

#include "ops/attention.hpp"

namespace attn {

/// Floats of scratch that fused_attention_forward needs: O(n_k (d_k + d_v)), whatever n_q.
std::size_t fused_attention_scratch_size(int n_q, int n_k, int d_k, int d_v);

/// output = softmax(scale q k^T / temperature, masked) v, as attention_forward, whose masks, limits and
/// treatment of infinite and NaN entries it shares, but for its alibi_slope, which must be 0; the two agree
/// up to rounding, unless scale q k^T alone overflows.
///
/// q [n_q, d_k], k [n_k, d_k], v [n_k, d_v]; output [n_q, d_v] written; scratch
/// [fused_attention_scratch_size(...)]. Nothing may overlap.
///
/// Blocks of queries pass over blocks of keys with an online softmax (Milakov & Gimelshein 2018; blocks as in
/// FlashAttention, Dao et al. 2022, algorithm 1); causal blocks above the diagonal are left out. Scores are
/// kept in powers of two and their running maximum is an integer, so that rescaling is exact: finite masked
/// keys never change a row's bits, and causal attention over n tokens gives each row the bits of attention
/// over its prefix.
void fused_attention_forward(const MatrixView<const float>& q, const MatrixView<const float>& k,
                             const MatrixView<const float>& v, const AttentionOptions& options,
                             const MatrixView<float>& output, std::span<float> scratch);

}  // namespace attn
