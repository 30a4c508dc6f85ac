// Say again what stood n steps ago: how far back does a network remember?
#pragma once

#include "model/data/task.hpp"

namespace attn {

/// Uniform tokens; the target at t is the token at t - distance, ignored while there is none. With distance 0
/// it is the token itself. Nothing but memory helps: tokens are independent (after the copy task of Arjovsky,
/// Shah & Bengio 2016, section 5.1).
class DelayedCopyTask final : public Task {
 public:
  /// vocab_size >= 1, 0 <= distance < n_tokens.
  DelayedCopyTask(int vocab_size, int n_tokens, int distance)
      : vocab_size_(vocab_size), n_tokens_(n_tokens), distance_(distance) {}

  int vocab_size() const override { return vocab_size_; }
  int n_tokens() const override { return n_tokens_; }
  void fill(std::uint64_t seed, std::uint64_t i, const TaskExample& example) const override;

 private:
  int vocab_size_, n_tokens_, distance_;
};

}  // namespace attn
