#include "model/generator.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "ops/softmax.hpp"

namespace attn {
namespace {

// Leaves the k largest logits, and those equal to the k-th.
void keep_largest(std::vector<float>& logits, int k) {
  if (k <= 0 || k >= static_cast<int>(logits.size())) return;
  std::vector<float> sorted = logits;
  std::ranges::nth_element(sorted, sorted.begin() + (k - 1), std::greater<>());
  const float smallest = sorted[static_cast<std::size_t>(k - 1)];
  for (float& logit : logits) {
    if (logit < smallest) logit = -std::numeric_limits<float>::infinity();
  }
}

}  // namespace

void GenerationConfig::read(Config& config) {
  temperature = config.not_negative("temperature", 1);
  top_k = config.integer("top_k", 0, 1 << 24, 0);
  seed = static_cast<std::uint64_t>(config.integer("seed", 0, 1 << 30, 0));
}

Generator::Generator(Model& model, const GenerationConfig& config, Example prompt)
    : model_(model),
      config_(config),
      context_(std::move(prompt)),
      random_(config.seed),
      probs_(static_cast<std::size_t>(model.config().vocab_size)) {}

int Generator::next() {
  std::vector<int>& tokens = context_.tokens;
  if (static_cast<int>(tokens.size()) > model_.config().n_tokens) {
    tokens.erase(tokens.begin(), tokens.end() - std::max(model_.config().n_tokens / 2, 1));
    n_computed_ = 0;
  }
  // Without a mask, the new token changes what every earlier one became.
  if (model_.config().mask != Mask::causal) n_computed_ = 0;
  model_.forward(context_, n_computed_);
  n_computed_ = static_cast<int>(tokens.size());
  std::copy_n(model_.logits().row(n_computed_ - 1), probs_.size(), probs_.begin());
  if (std::ranges::any_of(probs_, [](float logit) { return logit != logit; })) {
    n_computed_ = 0;
    return no_token;
  }
  keep_largest(probs_, config_.top_k);
  const int n = static_cast<int>(probs_.size());
  const MatrixView<float> row{probs_.data(), 1, n, n};
  softmax_rows(row, config_.temperature, row);
  // The first token whose cumulated probability exceeds a uniform number; at temperature 0 the first largest
  // one.
  int token = static_cast<int>(std::ranges::max_element(probs_) - probs_.begin());
  if (config_.temperature > 0) {
    float rest = random_.uniform();
    for (int i = 0; i < n; ++i) {
      if (probs_[static_cast<std::size_t>(i)] == 0) continue;
      token = i;
      rest -= probs_[static_cast<std::size_t>(i)];
      if (rest < 0) break;
    }
  }
  tokens.push_back(token);
  return token;
}

}  // namespace attn
