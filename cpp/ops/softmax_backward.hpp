// The gradient of softmax with temperature.
#pragma once

#include "ops/matrix.hpp"

namespace attn {

/// dx_ij = weights_ij (dweights_ij - sum_l weights_il dweights_il) / temperature, the backward of
/// softmax_rows (Bridle 1990, equation 5, times dweights).
///
/// weights [n_rows, n] as softmax_rows gave them, dweights [n_rows, n], temperature >= 0; dx [n_rows, n]
/// written, may be dweights itself.
///
/// An entry of weight 0, masked or too small, has gradient exactly 0 and adds nothing to the sum, even where
/// its dweights is infinite or NaN. At temperature 0 and infinity the weights are piecewise constant: 0.
void softmax_backward(const MatrixView<const float>& weights, const MatrixView<const float>& dweights,
                      float temperature, const MatrixView<float>& dx);

}  // namespace attn
