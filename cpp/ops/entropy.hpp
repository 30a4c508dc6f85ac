// Entropy of a distribution: how spread out a row of weights is.
#pragma once

#include <span>

namespace attn {

/// H = -sum_j w_j log2(w_j) in bits, with 0 log 0 = 0 (Shannon 1948, section 6).
/// weights [n] non-negative, summing to 1. NaN if any weight is NaN. From 0 (one key) to log2(n) (all alike).
float entropy_bits(std::span<const float> weights);

/// 2^H, the number of equally weighted keys that have the same entropy. entropy in bits.
float effective_number(float entropy);

}  // namespace attn
