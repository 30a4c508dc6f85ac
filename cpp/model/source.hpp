// Where training examples come from: a text as tokens, or a task that makes them.
#pragma once

#include "model/trainer.hpp"

namespace attn {

/// Reads `data` for a model: an array of tokens, a text of which every example is a window; or the name of a
/// task, with keys of its own.
///
///     "induction"     shortest (about n_tokens / 4)
///     "delayed_copy"  distance (n_tokens / 2)
///     "markov"        sharpness (1.5), data_seed (0); or transitions, see below
///     "reversal"      longest (n_tokens - 1), shortest (longest): for a model with an encoder
///     "dates"         for a model with an encoder
///
/// What does not fit the task or the model is recorded in `request`, and the source is empty. An example that
/// comes back to it keeps its memory.
ExampleSource read_source(Config& request, const ModelConfig& model);

/// Reads `transitions` [n, n] of a Markov source: row i is the distribution of what follows token i, all of
/// it more than 0, its sum 1 within 1e-5. An n of 0 stands for any, and is set to what was found. What is
/// wrong is recorded in `request`.
std::vector<double> read_transitions(Config& request, int& n);

}  // namespace attn
