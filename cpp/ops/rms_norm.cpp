#include "ops/rms_norm.hpp"

#include <cmath>

#include "ops/lanes.hpp"

namespace attn {

void rms_norm_forward(const MatrixView<const float>& x, std::span<const float> gamma, float eps,
                      const MatrixView<float>& y, std::span<float> inverse_rms) {
  for (int i = 0; i < x.rows; ++i) {
    const float* row = x.row(i);
    Batch squares(0.0f);
    for_lanes(gamma.size(), [&](auto at) {
      const Batch x_j = at.load(row);
      squares += x_j * x_j;
    });
    const float inverse = 1 / std::sqrt(sum_of_lanes(squares) / static_cast<float>(x.cols) + eps);
    float* out = y.row(i);
    for_lanes(gamma.size(), [&](auto at) { at.store(out, at.load(row) * inverse * at.load(gamma.data())); });
    inverse_rms[static_cast<std::size_t>(i)] = inverse;
  }
}

void rms_norm_backward(const MatrixView<const float>& x, std::span<const float> gamma,
                       std::span<const float> inverse_rms, const MatrixView<const float>& dy,
                       const MatrixView<float>& dx, std::span<float> dgamma) {
  for (int i = 0; i < x.rows; ++i) {
    const float *row = x.row(i), *dy_row = dy.row(i);
    const float inverse = inverse_rms[static_cast<std::size_t>(i)];
    Batch sum(0.0f);
    for_lanes(gamma.size(),
              [&](auto at) { sum += at.load(gamma.data()) * at.load(dy_row) * (at.load(row) * inverse); });
    const float mean_dz_z = sum_of_lanes(sum) / static_cast<float>(x.cols);
    float* out = dx.row(i);
    for_lanes(gamma.size(), [&](auto at) {
      const Batch z = at.load(row) * inverse, dy_j = at.load(dy_row);
      at.store(dgamma.data(), at.load(dgamma.data()) + dy_j * z);
      at.store(out, (at.load(gamma.data()) * dy_j - z * mean_dz_z) * inverse);
    });
  }
}

}  // namespace attn
