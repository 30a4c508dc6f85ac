#include "ops/gradient_norm.hpp"

#include <cstddef>

namespace attn {

double squared_norm(std::span<const float> x) {
  double sum[4] = {};
  const auto add = [&](std::size_t lane, float x_j) {
    sum[lane] += static_cast<double>(x_j) * static_cast<double>(x_j);
  };
  std::size_t j = 0;
  for (; j + 4 <= x.size(); j += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) add(lane, x[j + lane]);
  }
  for (std::size_t lane = 0; j + lane < x.size(); ++lane) add(lane, x[j + lane]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

float clip_factor(double norm, float max_norm) {
  return norm > static_cast<double>(max_norm) ? static_cast<float>(static_cast<double>(max_norm) / norm)
                                              : 1.0f;
}

}  // namespace attn
