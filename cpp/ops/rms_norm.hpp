// Root-mean-square normalisation.
#pragma once

#include <span>

#include "ops/matrix.hpp"

namespace attn {

/// y_j = gamma_j x_j / sqrt(mean(x^2) + eps), with the mean over the row (Zhang & Sennrich 2019, equation 4;
/// eps inside the root).
///
/// x [n_rows, n], gamma [n], eps > 0; y [n_rows, n] written, may be x itself; inverse_rms [n_rows] written,
/// for the backward. Nothing else may overlap. Entries beyond 1e19 overflow the squares and give 0.
void rms_norm_forward(const MatrixView<const float>& x, std::span<const float> gamma, float eps,
                      const MatrixView<float>& y, std::span<float> inverse_rms);

/// With z_j = x_j inverse_rms and dz_j = gamma_j dy_j, and the mean over the row:
/// dx_j = inverse_rms (dz_j - z_j mean(dz z)); dgamma_j += dy_j z_j.
///
/// x [n_rows, n], gamma [n], inverse_rms [n_rows] as in the forward, dy [n_rows, n]; dx [n_rows, n] written,
/// may be dy itself; dgamma [n] added to, row after row. Nothing else may overlap.
void rms_norm_backward(const MatrixView<const float>& x, std::span<const float> gamma,
                       std::span<const float> inverse_rms, const MatrixView<const float>& dy,
                       const MatrixView<float>& dx, std::span<float> dgamma);

}  // namespace attn
