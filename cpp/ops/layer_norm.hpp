// Layer normalisation.
#pragma once

#include <span>

#include "ops/matrix.hpp"

namespace attn {

/// y_j = gamma_j (x_j - mean) / sqrt(variance + eps) + beta_j, with mean and variance over the row
/// (Ba, Kiros & Hinton 2016, equations 3 and 4; eps inside the root).
///
/// x [n_rows, n], gamma [n], beta [n], eps > 0; y [n_rows, n] written, may be x itself; mean [n_rows] and
/// inverse_deviation [n_rows] written, for the backward. Nothing else may overlap.
///
/// Two passes: squares are taken of differences from the mean, which do not cancel. The mean itself, rounded
/// to a float, may be off by more than the spread of a row far from 0; the mean of the differences says by
/// how much, and is subtracted too. A constant row gives exactly beta. Differences from the mean may be up to
/// 1e19: the squares of larger ones are beyond float32.
void layer_norm_forward(const MatrixView<const float>& x, std::span<const float> gamma,
                        std::span<const float> beta, float eps, const MatrixView<float>& y,
                        std::span<float> mean, std::span<float> inverse_deviation);

/// With z_j = (x_j - mean) inverse_deviation and dz_j = gamma_j dy_j, and means over the row:
/// dx_j = inverse_deviation (dz_j - mean(dz) - z_j mean(dz z)); dgamma_j += dy_j z_j; dbeta_j += dy_j.
///
/// x [n_rows, n], gamma [n], mean [n_rows], inverse_deviation [n_rows] as in the forward, dy [n_rows, n]; dx
/// [n_rows, n] written, may be dy itself; dgamma [n] and dbeta [n] added to, row after row. Nothing else may
/// overlap.
void layer_norm_backward(const MatrixView<const float>& x, std::span<const float> gamma,
                         std::span<const float> mean, std::span<const float> inverse_deviation,
                         const MatrixView<const float>& dy, const MatrixView<float>& dx,
                         std::span<float> dgamma, std::span<float> dbeta);

}  // namespace attn
