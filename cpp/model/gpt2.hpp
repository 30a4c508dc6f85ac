// GPT-2 (Radford et al. 2019) as Hugging Face keeps it: its configuration and its weights in our terms.
#pragma once

#include <string>
#include <string_view>

#include "model/load_weights.hpp"

namespace attn {

/// The shape of a GPT-2: a decoder with learned positions, pre-norm, biases everywhere and unembedding.w =
/// embedding.tokens.
struct Gpt2Config {
  int vocab_size = 50257;
  int n_tokens = 1024;
  int d_model = 768;
  int n_heads = 12;
  int n_layers = 12;
  int d_ff = 3072;
  double eps = 1e-5;                     // of the layer norms
  std::string activation = "gelu_tanh";  // or "gelu_exact", "relu"
};

/// Reads config.json: n_embd, n_head, n_layer, n_positions (or n_ctx), vocab_size, n_inner,
/// layer_norm_epsilon, activation_function. Every key may be missing, and others are passed over. A sentence
/// in `error` if a value is wrong.
Gpt2Config read_gpt2_config(std::string_view json, std::string& error);

/// `layers.0.attention.w_q` is the first third of `transformer.h.0.attn.c_attn.weight`, transposed: the
/// weights of a Conv1D are [in, out]. Files of the bare model lack the first word. Masks, which some files
/// carry, and a copy of wte.weight as lm_head.weight are passed over.
class Gpt2Names final : public WeightNames {
 public:
  WeightSource source(std::string_view name, const SafetensorsFile& file) const override;
  bool ignored(const StoredTensor& stored, const SafetensorsFile& file) const override;
};

}  // namespace attn
