// Cross-entropy of the next token.
#pragma once

#include <span>

#include "ops/matrix.hpp"

namespace attn {

/// A target that counts neither in the loss nor in the gradient.
inline constexpr int ignored_target = -1;

/// losses_i = -ln probs_i,target in nats, probs = softmax(logits) (Goodfellow et al. 2016, section 6.2.2).
/// Returns the number of targets that are not ignored; the mean loss is the sum of losses over it.
///
/// logits [n_rows, vocab_size], targets [n_rows] in 0 ... vocab_size - 1 or ignored_target; losses [n_rows]
/// written, 0 where ignored; probs [n_rows, vocab_size] written. Nothing may overlap. A target of logit -inf
/// has an infinite loss; NaN in a row makes its loss NaN.
///
/// The loss is (max - logit of the target) - ln(largest prob): the probability of the target may be too
/// small for a float, the largest one is at least 1 / vocab_size, and the exponentials are not summed again.
int cross_entropy_forward(const MatrixView<const float>& logits, std::span<const int> targets,
                          std::span<float> losses, const MatrixView<float>& probs);

/// dlogits_ij = (probs_ij - [j = target_i]) factor, rows of ignored targets 0. For the gradient of the mean
/// loss, factor = 1 / number of counted targets.
///
/// probs [n_rows, vocab_size] and targets [n_rows] as in the forward; dlogits [n_rows, vocab_size] written,
/// may be probs itself.
void cross_entropy_backward(const MatrixView<const float>& probs, std::span<const int> targets, float factor,
                            const MatrixView<float>& dlogits);

}  // namespace attn
