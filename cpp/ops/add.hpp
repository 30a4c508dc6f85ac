// Sums and multiples of arrays: residual connections and gradients.
#pragma once

#include <span>

namespace attn {

/// y += x. The backward of a residual connection y = x + f(x) is the same sum: dx = dy + df.
/// x [n]; y [n] added to, may be x itself.
void add(std::span<const float> x, std::span<float> y);

/// x *= factor.
/// x [n] multiplied in place.
void scale(std::span<float> x, float factor);

}  // namespace attn
