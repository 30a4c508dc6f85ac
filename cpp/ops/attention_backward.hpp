// The gradients of scaled dot-product attention, with every intermediate kept.
#pragma once

#include <cstddef>
#include <span>

#include "ops/attention.hpp"

namespace attn {

/// Floats of scratch that attention_backward needs.
std::size_t attention_backward_scratch_size(int n_q, int n_k, int d_k, int d_v);

/// dv = weights^T doutput; dweights = doutput v^T, 0 where masked; dscores = softmax_backward(weights,
/// dweights); dq = scale dscores k; dk = scale dscores^T q: the backward of attention_forward (the chain rule
/// on Vaswani et al. 2017, equation 1).
///
/// q [n_q, d_k], k [n_k, d_k], v [n_k, d_v], weights [n_q, n_k] as the forward gave them, doutput [n_q, d_v];
/// dweights [n_q, n_k], dscores [n_q, n_k], dq [n_q, d_k], dk [n_k, d_k] and dv [n_k, d_v] written; scratch
/// [attention_backward_scratch_size(...)]. dscores may be dweights itself; nothing else may overlap.
///
/// Gradients of masked positions are exactly 0, and what is masked adds nothing, even where its q, k, v or
/// doutput is infinite or NaN: it is left out, not multiplied by 0. A query that sees no key has dq 0.
/// dscores is the gradient of scores as the forward stores them, scaled but not divided by the temperature.
void attention_backward(const MatrixView<const float>& q, const MatrixView<const float>& k,
                        const MatrixView<const float>& v, const MatrixView<const float>& weights,
                        const MatrixView<const float>& doutput, const AttentionOptions& options,
                        const MatrixView<float>& dweights, const MatrixView<float>& dscores,
                        const MatrixView<float>& dq, const MatrixView<float>& dk, const MatrixView<float>& dv,
                        std::span<float> scratch);

/// attention_backward for each head on its own columns, as multi_head_attention_forward: weights, dweights
/// and dscores [n_heads n_q, n_k], head after head; scratch [attention_backward_scratch_size(n_q, n_k, d_k /
/// n_heads, d_v / n_heads)].
void multi_head_attention_backward(const MatrixView<const float>& q, const MatrixView<const float>& k,
                                   const MatrixView<const float>& v, const MatrixView<const float>& weights,
                                   const MatrixView<const float>& doutput, int n_heads,
                                   const AttentionOptions& options, const MatrixView<float>& dweights,
                                   const MatrixView<float>& dscores, const MatrixView<float>& dq,
                                   const MatrixView<float>& dk, const MatrixView<float>& dv,
                                   std::span<float> scratch);

}  // namespace attn
