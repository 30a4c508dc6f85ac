#include "model/model_config.hpp"

namespace attn {

void ModelConfig::read_shared(Config& config) {
  constexpr int most = 1 << 16;
  d_model = config.integer("d_model", 1, most);
  n_heads = config.integer("n_heads", 1, most, 1);
  d_ff = config.integer("d_ff", 1, 4 * most, 4 * d_model);
  n_tokens = config.integer("n_tokens", 1, most);
  if (d_model % n_heads != 0) {
    config.fail("d_model (" + std::to_string(d_model) + ") must be divisible by n_heads (" +
                std::to_string(n_heads) + ")");
  }
  norm = config.choice("norm", {"pre", "post"}, norm == NormPlacement::pre ? "pre" : "post") == "pre"
             ? NormPlacement::pre
             : NormPlacement::post;
  norm_kind =
      config.choice("norm_kind", {"layer", "rms"}, "layer") == "rms" ? NormKind::rms : NormKind::layer;
  eps = static_cast<float>(config.number("eps", 1e-5));
  if (!(eps > 0)) config.fail("eps (" + number_text(eps) + ") must be more than 0");

  const std::string activations = config.choice("activation", {"relu", "gelu", "gelu_exact"}, "gelu");
  activation = activations == "relu"   ? Activation::relu
               : activations == "gelu" ? Activation::gelu_tanh
                                       : Activation::gelu_exact;
  init = config.choice("init", {"xavier", "gpt2"}, "xavier") == "gpt2" ? Initialisation::gpt2
                                                                       : Initialisation::xavier;
  // GPT-2's embeddings have deviation 0.02: beside sinusoids, of 0.7, a token would hardly be seen.
  const std::string positions = config.choice("position", {"none", "sinusoidal", "learned", "rope", "alibi"},
                                              init == Initialisation::gpt2 ? "learned" : "sinusoidal");
  position = positions == "none"         ? Position::none
             : positions == "sinusoidal" ? Position::sinusoidal
             : positions == "learned"    ? Position::learned
             : positions == "rope"       ? Position::rope
                                         : Position::alibi;
  if (position == Position::rope && d_head() % 2 != 0) {
    config.fail("d_model / n_heads (" + std::to_string(d_head()) + ") must be even for position rope");
  }
  scale_embedding = init == Initialisation::xavier;
  bias = config.boolean("bias", true);
  keep = config.boolean("keep", true);
  seed = static_cast<std::uint64_t>(config.integer("seed", 0, 1 << 30, 0));
}

}  // namespace attn
