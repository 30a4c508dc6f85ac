// GPT-2 (Radford et al. 2019) as Hugging Face keeps it: its configuration and its weights in our terms.
#pragma once

#include <string>
#include <string_view>

#include "model/load_weights.hpp"
#include "model/model_config.hpp"

namespace attn {

/// A decoder's config, in our keys or as GPT-2's config.json.
Config read_decoder_config(std::string_view json);

/// Whether it is GPT-2's: it has n_embd or model_type, as others' have.
bool is_gpt2(const Config& config);

/// Reads config.json into a decoder with learned positions, pre-norm, biases everywhere and unembedding.w =
/// embedding.tokens: n_embd, n_head, n_layer, n_positions (or n_ctx), vocab_size, n_inner,
/// layer_norm_epsilon, activation_function, tie_word_embeddings, and our keep. Every key may be missing, and
/// others are passed over, but for a scale of the scores that we do not have.
void read_gpt2(Config& config, ModelConfig& model);

/// `layers.0.attention.w_q` is the first third of `transformer.h.0.attn.c_attn.weight`, transposed: the
/// weights of a Conv1D are [in, out]. Files of the bare model lack the first word. Masks, which some files
/// carry, and a copy of wte.weight as lm_head.weight are passed over.
class Gpt2Names final : public WeightNames {
 public:
  WeightSource source(std::string_view name, const SafetensorsFile& file) const override;
  bool ignored(const StoredTensor& stored, const SafetensorsFile& file) const override;
};

}  // namespace attn
