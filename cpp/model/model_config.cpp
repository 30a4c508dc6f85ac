#include "model/model_config.hpp"

#include "model/sentence.hpp"

namespace attn {

void ModelConfig::read_shared(Config& config) {
  constexpr int most = 1 << 16;
  d_model = config.integer("d_model", 1, most);
  n_heads = config.integer("n_heads", 1, most, 1);
  d_ff = config.integer("d_ff", 1, 4 * most, 4 * d_model);
  n_tokens = config.integer("n_tokens", 1, most, n_tokens > 0 ? std::optional(n_tokens) : std::nullopt);
  if (d_model % n_heads != 0) {
    config.fail(sentence("d_model (%) must be divisible by n_heads (%)", {d_model, n_heads}));
  }
  norm = config.choice("norm", {"pre", "post"}, norm);
  norm_kind = config.choice("norm_kind", {"layer", "rms"}, NormKind::layer);
  eps = config.positive("eps", 1e-5);

  activation = config.choice("activation", {"relu", "gelu", "gelu_exact"}, Activation::gelu_tanh);
  init = config.choice("init", {"xavier", "gpt2"}, Init::xavier_uniform);
  // GPT-2's embeddings have deviation 0.02: beside sinusoids, of 0.7, a token would hardly be seen.
  position =
      config.choice("position", {"none", "sinusoidal", "learned", "rope", "alibi"},
                    init == Init::gpt2 && position == Position::sinusoidal ? Position::learned : position);
  if (position == Position::rope && d_head() % 2 != 0) {
    config.fail(sentence("d_model / n_heads (%) must be even for position rope", {d_head()}));
  }
  scale_embedding = init == Init::xavier_uniform;
  bias = config.boolean("bias", true);
  keep = config.boolean("keep", true);
  seed = static_cast<std::uint64_t>(config.integer("seed", 0, 1 << 30, 0));
}

}  // namespace attn
