// What a model is: its sizes and its choices, read from JSON.
#pragma once

#include <cstdint>

#include "model/config.hpp"
#include "ops/activation.hpp"
#include "ops/attention.hpp"
#include "ops/init.hpp"

namespace attn {

enum class NormPlacement { pre, post };
enum class NormKind { layer, rms };
enum class Position { none, sinusoidal, learned, rope, alibi };

struct ModelConfig {
  int vocab_size = 0, n_tokens = 0, n_layers = 1;
  int n_encoder_layers = 0;  // 0: it has no encoder
  int d_model = 0, n_heads = 1, d_ff = 0;
  NormPlacement norm = NormPlacement::pre;
  NormKind norm_kind = NormKind::layer;
  float eps = 1e-5f;
  Activation activation = Activation::gelu_tanh;
  Position position = Position::sinusoidal;
  Mask mask = Mask::causal;
  bool bias = true, tied = true, keep = true, scale_embedding = false;
  Init init = Init::xavier_uniform;
  std::uint64_t seed = 0;

  int d_head() const { return d_model / n_heads; }

  /// Keys of all kinds of model; what is wrong is recorded in `config`. What `norm`, `position` and
  /// `n_tokens` are before is their default, and n_tokens 0 that there is none.
  void read_shared(Config& config);
};

}  // namespace attn
