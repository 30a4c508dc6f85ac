#include "model/gpt2.hpp"
#include "model/network.hpp"

namespace attn {
namespace {

void read(Config& config, ModelConfig& model, bool has_encoder) {
  model.vocab_size = config.integer("vocab_size", 1, 1 << 20);
  if (has_encoder) model.n_encoder_layers = config.integer("n_encoder_layers", 1, 256);
  model.n_layers = config.integer(has_encoder ? "n_decoder_layers" : "n_layers", 1, 256);
  model.tied = config.boolean("tied", true);
  if (!has_encoder) model.mask = config.choice("mask", {"none", "causal"}, Mask::causal);
  model.read_shared(config);
}

std::unique_ptr<Model> make(TensorSet& tensors, Config& config, const ModelConfig& model) {
  return config.finish() ? make_network(tensors, model, add_block) : nullptr;
}

}  // namespace

std::unique_ptr<Model> make_decoder(TensorSet& tensors, Config& config) {
  ModelConfig model;
  is_gpt2(config) ? read_gpt2(config, model) : read(config, model, false);
  return make(tensors, config, model);
}

std::unique_ptr<Model> make_transformer(TensorSet& tensors, Config& config) {
  ModelConfig model;
  model.norm = NormPlacement::post;
  read(config, model, true);
  return make(tensors, config, model);
}

}  // namespace attn
