// Where training examples come from: a text as tokens, or a task that makes them.
#pragma once

#include "model/trainer.hpp"

namespace attn {

/// Reads `data`, a text as token numbers of which every example is a window at a random place.
ExampleSource read_source(Config& request, const ModelConfig& model);

}  // namespace attn
