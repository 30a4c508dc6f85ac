#include "model/model.hpp"

#include <algorithm>
#include <cmath>

#include "ops/add.hpp"
#include "ops/init.hpp"
#include "ops/position.hpp"

namespace attn {

void initialise(ModelTensors& tensors, const ModelConfig& config) {
  Pcg32 random(config.seed);
  for (const Parameter& parameter : tensors.parameters()) {
    switch (parameter.role) {
      case Role::zeros:
        break;  // as allocated
      case Role::ones:
        std::ranges::fill(parameter.value->span(), 1.0f);
        break;
      case Role::embedding:
        fill_weights(Init::gpt2, parameter.value->matrix(), false, 1, random);
        // With Xavier's initialisation, deviation 1 / sqrt(d_model), so that sqrt(d_model) times it is
        // about 1.
        if (config.init != Init::gpt2) {
          scale(parameter.value->span(), 50 / std::sqrt(static_cast<float>(parameter.value->shape[1])));
        }
        break;
      default:
        fill_weights(config.init, parameter.value->matrix(), parameter.role == Role::residual_weights,
                     config.n_layers, random);
    }
  }
  if (tensors.has_rope()) rope_angles(0, 10000, tensors.rope_cos(), tensors.rope_sin());
}

}  // namespace attn
