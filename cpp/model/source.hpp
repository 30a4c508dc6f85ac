// Where training examples come from: a text as tokens, or a task that makes them.
#pragma once

#include "model/trainer.hpp"

namespace attn {

/// Reads `data` for a model: an array of tokens, a text of which every example is a window; or the name of a
/// task, with keys of its own.
///
///     "induction"     shortest (about n_tokens / 4)
///     "delayed_copy"  distance (n_tokens / 2)
///     "markov"        sharpness (1.5), data_seed (0)
///     "reversal"      longest (n_tokens - 1), shortest (longest): for a model with an encoder
///     "dates"         for a model with an encoder
///
/// What does not fit the task or the model is recorded in `request`, and the source is empty. An example that
/// comes back to it keeps its memory.
ExampleSource read_source(Config& request, const ModelConfig& model);

}  // namespace attn
