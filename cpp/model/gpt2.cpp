#include "model/gpt2.hpp"

#include <algorithm>

#include "model/sentence.hpp"

namespace attn {
namespace {

struct Pair {
  std::string_view ours, theirs;
  bool transposed = false;
  int part = 0, n_parts = 1;
};

constexpr Pair outside[] = {
    {"embedding.tokens", "wte.weight"},
    {"embedding.positions", "wpe.weight"},
    {"norm_final.gamma", "ln_f.weight"},
    {"norm_final.beta", "ln_f.bias"},
};
// Of a layer, behind `layers.N.` and `h.N.`.
constexpr Pair inside[] = {
    {"norm_1.gamma", "ln_1.weight"},
    {"norm_1.beta", "ln_1.bias"},
    {"attention.w_q", "attn.c_attn.weight", true, 0, 3},
    {"attention.b_q", "attn.c_attn.bias", false, 0, 3},
    {"attention.w_k", "attn.c_attn.weight", true, 1, 3},
    {"attention.b_k", "attn.c_attn.bias", false, 1, 3},
    {"attention.w_v", "attn.c_attn.weight", true, 2, 3},
    {"attention.b_v", "attn.c_attn.bias", false, 2, 3},
    {"attention.w_o", "attn.c_proj.weight", true},
    {"attention.b_o", "attn.c_proj.bias"},
    {"norm_2.gamma", "ln_2.weight"},
    {"norm_2.beta", "ln_2.bias"},
    {"feed_forward.w_1", "mlp.c_fc.weight", true},
    {"feed_forward.b_1", "mlp.c_fc.bias"},
    {"feed_forward.w_2", "mlp.c_proj.weight", true},
    {"feed_forward.b_2", "mlp.c_proj.bias"},
};

constexpr std::string_view prefix = "transformer.";  // which files of the bare model lack
constexpr std::string_view head = "lm_head.weight";  // which most files lack, as it is wte.weight

}  // namespace

bool is_gpt2(const Config& config) { return config.has("n_embd") || config.has("model_type"); }

Config read_decoder_config(std::string_view json) {
  Config foreign = Config::foreign(json);
  return is_gpt2(foreign) ? foreign : Config(json);
}

void read_gpt2(Config& config, ModelConfig& model) {
  constexpr int most = 1 << 16;
  config.choice("model_type", {"gpt2"}, 0);
  model.vocab_size = config.integer("vocab_size", 1, 1 << 20, 50257);
  model.n_tokens = config.integer(config.has("n_positions") ? "n_positions" : "n_ctx", 1, most, 1024);
  model.n_layers = config.integer("n_layer", 1, 256, 12);
  model.d_model = config.integer("n_embd", 1, most, 768);
  model.n_heads = config.integer("n_head", 1, most, 12);
  model.d_ff = config.integer("n_inner", 1, 4 * most, 4 * model.d_model);
  model.eps = config.positive("layer_norm_epsilon", 1e-5);
  model.activation =
      config.choice("activation_function", {"relu", "gelu_new", "gelu"}, Activation::gelu_tanh);
  model.tied = config.boolean("tie_word_embeddings", true);
  model.keep = config.boolean("keep", true);
  model.position = Position::learned;
  model.init = Init::gpt2;
  if (model.d_model % model.n_heads != 0) {
    config.fail(sentence("n_embd (%) must be divisible by n_head (%)", {model.d_model, model.n_heads}));
  }
  if (!config.boolean("scale_attn_weights", true)) config.refuse("scale_attn_weights", "true");
  constexpr const char* by_layer = "scale_attn_by_inverse_layer_idx";
  if (config.boolean(by_layer, false)) config.refuse(by_layer, "false");
}

WeightSource Gpt2Names::source(std::string_view name, const SafetensorsFile& file) const {
  if (name == "unembedding.w") {
    if (file.find(head)) return {.name = std::string(head)};
    name = "embedding.tokens";
  }
  std::span<const Pair> pairs = outside;
  std::string layer;
  constexpr std::string_view ours = "layers.";
  if (const auto end = name.find('.', ours.size()); name.starts_with(ours) && end != name.npos) {
    layer = "h." + std::string(name.substr(ours.size(), end + 1 - ours.size()));
    name.remove_prefix(end + 1);
    pairs = inside;
  }
  const auto pair = std::ranges::find(pairs, name, &Pair::ours);
  if (pair == pairs.end()) return {};
  const std::string bare = layer + std::string(pair->theirs), full = std::string(prefix) + bare;
  return {file.find(full) ? full : bare, pair->transposed, pair->part, pair->n_parts};
}

bool Gpt2Names::ignored(const StoredTensor& stored, const SafetensorsFile& file) const {
  if (stored.name.ends_with(".attn.bias") || stored.name.ends_with(".attn.masked_bias")) return true;
  const StoredTensor* embedding = file.find(source("embedding.tokens", file).name);
  return stored.name == head && embedding && std::ranges::equal(stored.bytes, embedding->bytes);
}

}  // namespace attn
