#include "ops/entropy.hpp"

#include <numbers>

#include "ops/elementary.hpp"

namespace attn {

float entropy_bits(std::span<const float> weights) {
  double nats = 0;
  for (const float weight : weights) {
    if (weight != 0) nats -= static_cast<double>(weight) * static_cast<double>(log(weight));
  }
  // A weight that rounds above 1 would give a tiny negative entropy.
  return nats < 0 ? 0.0f : static_cast<float>(nats / std::numbers::ln2);
}

float effective_number(float entropy) { return exp(entropy * std::numbers::ln2_v<float>); }

}  // namespace attn
