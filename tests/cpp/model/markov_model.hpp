// What the models of the text's sentences learn: a source of 16 tokens of which each depends on the one
// before. Losses in nats.
#pragma once

#include "built.hpp"
#include "model/data/markov.hpp"
#include "model/trainer.hpp"

namespace attn::test {

inline const MarkovTask& source() {
  static const MarkovTask task(16, 16, 1);
  return task;
}

inline void fill(std::uint64_t seed, std::uint64_t index, Example& example) {
  example.tokens.resize(16);
  example.targets.resize(16);
  source().fill(seed, index, {{}, example.tokens, example.targets});
}

/// Of a model for it.
inline std::string json(int n_layers, int d_model, const std::string& more) {
  return R"({"vocab_size": 16, "n_tokens": 16, "n_heads": 2, "n_layers": )" + std::to_string(n_layers) +
         R"(, "d_model": )" + std::to_string(d_model) + ", " + more + "}";
}

/// The mean loss over the last 50 of `n_steps` batches. With the defaults, but for the learning rate.
inline double trained(const Built& built, int n_steps, const std::string& settings) {
  Config config(settings);
  TrainingConfig training;
  training.read(config);
  Trainer trainer(*built.model, training, fill);
  double sum = 0;
  while (trainer.step() < n_steps) {
    if (trainer.advance() && trainer.step() > n_steps - 50) sum += trainer.loss() / 50;
  }
  return sum;
}

}  // namespace attn::test
