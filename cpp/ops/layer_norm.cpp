#include "ops/layer_norm.hpp"

#include <cmath>

#include "ops/lanes.hpp"

namespace attn {
namespace {

float row_mean(const float* x, int n) {
  Batch sum(0.0f);
  for_lanes(static_cast<std::size_t>(n), [&](auto at) { sum += at.load(x, x[0]) - x[0]; });
  return x[0] + sum_of_lanes(sum) / static_cast<float>(n);
}

}  // namespace

void layer_norm_forward(const MatrixView<const float>& x, std::span<const float> gamma,
                        std::span<const float> beta, float eps, const MatrixView<float>& y,
                        std::span<float> mean, std::span<float> inverse_deviation) {
  const auto n = static_cast<float>(x.cols);
  for (int i = 0; i < x.rows; ++i) {
    const float* row = x.row(i);
    const float centre = row_mean(row, x.cols);
    Batch sum(0.0f), squares(0.0f);
    for_lanes(gamma.size(), [&](auto at) {
      const Batch r = at.load(row, centre) - centre;
      sum += r;
      squares += r * r;
    });
    const float rest = sum_of_lanes(sum) / n;  // what the rounding of the mean left over
    const float variance = sum_of_lanes(squares) / n - rest * rest;
    const float inverse = 1 / std::sqrt(std::fmax(variance, 0.0f) + eps);
    float* out = y.row(i);
    for_lanes(gamma.size(), [&](auto at) {
      const Batch z = ((at.load(row) - centre) - rest) * inverse;
      at.store(out, z * at.load(gamma.data()) + at.load(beta.data()));
    });
    mean[static_cast<std::size_t>(i)] = centre;
    inverse_deviation[static_cast<std::size_t>(i)] = inverse;
  }
}

void layer_norm_backward(const MatrixView<const float>& x, std::span<const float> gamma,
                         std::span<const float> mean, std::span<const float> inverse_deviation,
                         const MatrixView<const float>& dy, const MatrixView<float>& dx,
                         std::span<float> dgamma, std::span<float> dbeta) {
  const auto n = static_cast<float>(x.cols);
  for (int i = 0; i < x.rows; ++i) {
    const float *row = x.row(i), *dy_row = dy.row(i);
    const float centre = mean[static_cast<std::size_t>(i)];
    const float inverse = inverse_deviation[static_cast<std::size_t>(i)];
    Batch sum_r(0.0f), sum_dz(0.0f), sum_dz_r(0.0f);
    for_lanes(gamma.size(), [&](auto at) {
      const Batch r = at.load(row, centre) - centre;
      const Batch dz = at.load(gamma.data()) * at.load(dy_row);
      sum_r += r;
      sum_dz += dz;
      sum_dz_r += dz * r;
    });
    const float rest = sum_of_lanes(sum_r) / n;
    const float mean_dz = sum_of_lanes(sum_dz) / n;
    const float mean_dz_z = (sum_of_lanes(sum_dz_r) / n - rest * mean_dz) * inverse;
    float* out = dx.row(i);
    for_lanes(gamma.size(), [&](auto at) {
      const Batch z = ((at.load(row) - centre) - rest) * inverse;
      const Batch dy_j = at.load(dy_row);
      at.store(dgamma.data(), at.load(dgamma.data()) + dy_j * z);
      at.store(dbeta.data(), at.load(dbeta.data()) + dy_j);
      at.store(out, (at.load(gamma.data()) * dy_j - mean_dz - z * mean_dz_z) * inverse);
    });
  }
}

}  // namespace attn
