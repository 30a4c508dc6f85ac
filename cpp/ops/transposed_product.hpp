// The product behind every gradient of weights: a sum over tokens of outer products.
#pragma once

#include <cstddef>
#include <span>

#include "ops/matrix.hpp"

namespace attn {

/// Floats of scratch that add_transposed_product needs for a [n_tokens, m].
std::size_t transposed_product_scratch_size(int n_tokens, int m);

/// c += a^T b: c_ij += sum_t a_ti b_tj.
/// a [n_tokens, m], b [n_tokens, n]; c [m, n] added to; scratch [transposed_product_scratch_size(n_tokens,
/// m)]. c overlaps nothing else. Right of its diagonal a must be 0, and b finite.
///
/// Every element goes on from its old value in one accumulator, over t = 0, 1, 2, ...: sequence after
/// sequence gives the same bits as all of them at once, however they are cut.
void add_transposed_product(const MatrixView<const float>& a, const MatrixView<const float>& b,
                            const MatrixView<float>& c, std::span<float> scratch, int diagonal = no_diagonal);

}  // namespace attn
