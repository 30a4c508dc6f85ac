#include "ops/optimizer.hpp"

#include "ops/elementary.hpp"
#include "ops/lanes.hpp"

namespace attn {

void adamw_step(const AdamW& options, int step, float learning_rate, std::span<const float> gradients,
                std::span<float> weights, std::span<float> m, std::span<float> v) {
  const float beta1 = options.beta1, beta2 = options.beta2, eps = options.eps, decay = options.weight_decay;
  const auto correction = [&](float beta) {
    return static_cast<float>(1 / (1 - power(static_cast<double>(beta), step)));
  };
  const float m_factor = correction(beta1), v_factor = correction(beta2);
  for_lanes(weights.size(), [&](auto at) {
    const Batch g = at.load(gradients.data()), w = at.load(weights.data());
    const Batch m_j = at.load(m.data()) * beta1 + g * (1 - beta1);
    const Batch v_j = at.load(v.data()) * beta2 + g * g * (1 - beta2);
    const Batch change = m_j * m_factor / (sqrt(v_j * v_factor) + eps) + w * decay;
    at.store(m.data(), m_j);
    at.store(v.data(), v_j);
    at.store(weights.data(), w - change * learning_rate);
  });
}

void sgd_step(float learning_rate, float weight_decay, std::span<const float> gradients,
              std::span<float> weights) {
  for_lanes(weights.size(), [&](auto at) {
    const Batch w = at.load(weights.data());
    at.store(weights.data(), w - (at.load(gradients.data()) + w * weight_decay) * learning_rate);
  });
}

}  // namespace attn
