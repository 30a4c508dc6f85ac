// Softmax with temperature, and its exact limits.
#pragma once

#include "ops/matrix.hpp"

namespace attn {

/// weights_ij = exp((x_ij - max_i) / temperature) / sum_j exp((x_ij - max_i) / temperature)
/// (Bridle 1990; temperature: Hinton, Vinyals & Dean 2015, equation 1), with max_i the largest of row i.
///
/// x [n_rows, n] logits; temperature >= 0; weights [n_rows, n] written, may be x itself.
///
/// Limits are exact, in this order, each row on its own:
/// - NaN in the row: the whole row is NaN.
/// - All -inf (fully masked): every weight is 0.
/// - Some +inf: those share 1 equally.
/// - Temperature 0: the largest entries share 1 equally. Infinite: all entries but -inf share 1 equally.
/// - An entry of -inf (masked) has weight exactly 0.
///
/// The maximum is subtracted first, so that exp cannot overflow (Goodfellow et al. 2016, section 4.1); the
/// difference is divided by the temperature, not multiplied by its inverse, which may overflow. A difference
/// beyond float32 counts as infinite. The sum is
/// kept in four parts by j mod 4, so that masked entries at the end of a row do not change the bits of the
/// others.
void softmax_rows(const MatrixView<const float>& x, float temperature, const MatrixView<float>& weights);

}  // namespace attn
