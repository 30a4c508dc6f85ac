// An affine map of every token.
#pragma once

#include <cstddef>
#include <span>

#include "ops/matrix.hpp"

namespace attn {

/// Floats of scratch that each of the three functions below needs.
std::size_t linear_scratch_size(int n_tokens, int n_in, int n_out);

/// y = x w^T + b: y_to = sum_i x_ti w_oi + b_o.
/// x [n_tokens, in], w [out, in], b [out] or empty; y [n_tokens, out] written; scratch
/// [linear_scratch_size(...)]. y overlaps nothing else.
///
/// The products are summed over i = 0, 1, 2, ... and b is added last: a row has the same bits however many
/// tokens there are.
void linear_forward(const MatrixView<const float>& x, const MatrixView<const float>& w,
                    std::span<const float> b, const MatrixView<float>& y, std::span<float> scratch);

/// dx = dy w: the gradient of the input.
/// dy [n_tokens, out], w [out, in]; dx [n_tokens, in] written; scratch [linear_scratch_size(...)]. dx
/// overlaps nothing else.
void linear_backward_input(const MatrixView<const float>& dy, const MatrixView<const float>& w,
                           const MatrixView<float>& dx, std::span<float> scratch);

/// dw += dy^T x, db += sum_t dy_t: the gradients of the weights.
/// x [n_tokens, in], dy [n_tokens, out]; dw [out, in] and db [out] (or empty) added to; scratch
/// [linear_scratch_size(...)]. dw and db overlap nothing else.
///
/// Each sum goes on from its old value over the tokens in order: sequence after sequence gives the same bits
/// as all of them at once.
void linear_backward_weights(const MatrixView<const float>& x, const MatrixView<const float>& dy,
                             const MatrixView<float>& dw, std::span<float> db, std::span<float> scratch);

}  // namespace attn
