// A source whose every probability is known, so that one knows how well it can be predicted.
#pragma once

#include <vector>

#include "model/data/task.hpp"

namespace attn {

/// Tokens of which each depends on the one before alone (Shannon 1948, sections 2 to 7). Examples start from
/// the stationary distribution, so that all positions are alike; every target counts.
class MarkovTask final : public Task {
 public:
  /// p_ij = exp(sharpness z_ij) / sum_k exp(sharpness z_ik), z normal deviates from the seed of the source:
  /// never 0; 0 makes all alike, 2 leaves a few likely successors. 1 <= vocab_size, 0 <= sharpness <= 10.
  MarkovTask(int vocab_size, int n_tokens, std::uint64_t source_seed, double sharpness = 1.5);

  /// transitions [vocab_size, vocab_size], all more than 0: p, up to a factor for each row.
  MarkovTask(int vocab_size, int n_tokens, std::vector<double> transitions);

  int vocab_size() const override { return vocab_size_; }
  int n_tokens() const override { return n_tokens_; }
  void fill(std::uint64_t seed, std::uint64_t i, const TaskExample& example) const override;

  /// p_i. [vocab_size]: what follows `token`.
  std::span<const double> transition(int token) const;
  /// [vocab_size], pi = pi p.
  std::span<const double> stationary() const { return stationary_; }
  /// -sum_i pi_i sum_j p_ij ln p_ij in nats per token: no predictor has a lower expected loss.
  double entropy_rate() const { return entropy_rate_; }

  /// A token that follows `token`.
  int next(int token, Pcg32& random) const { return draw(transition(token), random); }

 private:
  static int draw(std::span<const double> probs, Pcg32& random);

  int vocab_size_, n_tokens_;
  std::vector<double> transitions_, stationary_;
  double entropy_rate_ = 0;
};

}  // namespace attn
