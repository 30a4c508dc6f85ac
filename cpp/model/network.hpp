// The one class of all models.
#pragma once

#include "model/block.hpp"
#include "model/model.hpp"

namespace attn {

/// Adds what a model has n_layers times over: `add_block`, or a layer of another kind.
using AddLayer = void (*)(Stack& stack, const Scope& scope, const ModelConfig& config, Mask mask,
                          Lengths lengths);

/// Embedded tokens, layers and a head; before them an encoder, if the config gives it layers.
std::unique_ptr<Model> make_network(TensorSet& tensors, const ModelConfig& config, AddLayer add_layer);

}  // namespace attn
