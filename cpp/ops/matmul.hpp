// Matrix products.
#pragma once

#include <cstddef>
#include <span>

#include "ops/matrix.hpp"

namespace attn {

/// Floats of scratch that either product needs when n_inner terms make one element.
std::size_t matmul_scratch_size(int n_inner);

/// c = a b: c_ij = sum_k a_ik b_kj.
/// a [m, k], b [k, n], c [m, n] written; scratch [matmul_scratch_size(k)]. c overlaps nothing else. Right of
/// its diagonal a must be 0, and b finite.
///
/// Every element is summed in one accumulator that starts at 0, over k = 0, 1, 2, ..., whatever the tile it
/// is computed in: the bits of a row never depend on how many other rows and columns there are.
void matmul(const MatrixView<const float>& a, const MatrixView<const float>& b, const MatrixView<float>& c,
            std::span<float> scratch, int diagonal = no_diagonal);

/// c = a b^T: c_ij = sum_k a_ik b_jk, the product of activations [n_tokens, in] and weights [out, in].
/// a [m, k], b [n, k], c [m, n] written; scratch, aliasing and order of summation as in `matmul`.
/// Right of its diagonal c is not specified afterwards.
void matmul_transposed(const MatrixView<const float>& a, const MatrixView<const float>& b,
                       const MatrixView<float>& c, std::span<float> scratch, int diagonal = no_diagonal);

}  // namespace attn
