// The length of the whole gradient, and what keeps it in bounds.
#pragma once

#include <span>

namespace attn {

/// sum_j x_j^2 in double, where no float overflows or underflows. The norm of several arrays is the root of
/// the sum of theirs. x [n]. Kept in four sums by j mod 4, added in a fixed order.
double squared_norm(std::span<const float> x);

/// The factor min(1, max_norm / norm) that scales gradients of norm `norm` to at most max_norm (Pascanu,
/// Mikolov & Bengio 2013, algorithm 1). Infinite max_norm: 1.
float clip_factor(double norm, float max_norm);

}  // namespace attn
