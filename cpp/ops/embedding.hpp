// Rows of a table, by token.
#pragma once

#include <span>

#include "ops/matrix.hpp"

namespace attn {

/// x_t = table_{tokens_t} (Vaswani et al. 2017, section 3.4, without the factor sqrt(d_model)).
/// tokens [n_tokens] in 0 ... vocab_size - 1, table [vocab_size, d_model]; x [n_tokens, d_model] written.
/// Unembedding with the same table is linear_forward with w = table (Press & Wolf 2017).
void embedding_forward(std::span<const int> tokens, const MatrixView<const float>& table,
                       const MatrixView<float>& x);

/// dtable_{tokens_t} += factor dx_t, over t in order: a token that occurs twice gathers both. The factor is
/// what the rows were multiplied by.
/// tokens [n_tokens], dx [n_tokens, d_model]; dtable [vocab_size, d_model] added to, overlaps nothing else.
void embedding_backward(std::span<const int> tokens, const MatrixView<const float>& dx, float factor,
                        const MatrixView<float>& dtable);

}  // namespace attn
