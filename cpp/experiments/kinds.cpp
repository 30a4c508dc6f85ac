#include "experiments/experiment.hpp"
#include "model/gpt2.hpp"

namespace attn {

std::span<const Kind> kinds() {
  static constexpr Kind all[] = {
      {"attention", make_attention},
      {"block", make_block},
      {"cross_entropy", make_cross_entropy},
      {"decoder", make_decoder_experiment, read_decoder_config},
      {"distribution_fit", make_distribution_fit},
      {"layer_norm", make_layer_norm},
      {"recurrent", make_recurrent_experiment},
      {"soft_lookup", make_soft_lookup},
      {"softmax", make_softmax},
      {"transformer", make_transformer_experiment},
  };
  return all;
}

}  // namespace attn
