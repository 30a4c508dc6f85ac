// How gradients change weights.
#pragma once

#include <span>

namespace attn {

struct AdamW {
  float beta1 = 0.9f;
  float beta2 = 0.999f;
  float eps = 1e-8f;
  float weight_decay = 0.01f;
};

/// m <- beta1 m + (1 - beta1) g;  v <- beta2 v + (1 - beta2) g^2;
/// w <- w - learning_rate (m / (1 - beta1^step) / (sqrt(v / (1 - beta2^step)) + eps) + weight_decay w)
/// (Loshchilov & Hutter 2019, algorithm 2, with the learning rate as alpha = 1 and the schedule eta_t).
///
/// step = 1, 2, 3, ... since m and v [n] were all 0; gradients g [n]; weights w [n], m and v changed in
/// place. Nothing may overlap. The powers of beta are computed in double by repeated squaring.
void adamw_step(const AdamW& options, int step, float learning_rate, std::span<const float> gradients,
                std::span<float> weights, std::span<float> m, std::span<float> v);

/// w <- w - learning_rate (g + weight_decay w) (Robbins & Monro 1951; decay: Loshchilov & Hutter 2019,
/// algorithm 1 without momentum).
/// gradients g [n]; weights w [n] changed in place. Nothing may overlap.
void sgd_step(float learning_rate, float weight_decay, std::span<const float> gradients,
              std::span<float> weights);

}  // namespace attn
