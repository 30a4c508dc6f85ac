// ... A B ... A -> B: what induction heads do.
#pragma once

#include "model/data/task.hpp"

namespace attn {

/// A segment of random tokens, all different, repeated to the end (Olsson et al. 2022, "In-context learning
/// and induction heads"). Targets are ignored until the repetition has begun: from then on each follows
/// from where its predecessor stood before, so that every target of the second half counts and can be known.
/// The length of the segment varies from example to example, else "so many back" would do.
class InductionTask final : public Task {
 public:
  /// 1 <= shortest <= n_tokens / 2 <= vocab_size; segments are from `shortest` to n_tokens / 2 tokens long.
  InductionTask(int vocab_size, int n_tokens, int shortest)
      : vocab_size_(vocab_size), n_tokens_(n_tokens), shortest_(shortest) {}

  int vocab_size() const override { return vocab_size_; }
  int n_tokens() const override { return n_tokens_; }
  void fill(std::uint64_t seed, std::uint64_t i, const TaskExample& example) const override;

 private:
  int vocab_size_, n_tokens_, shortest_;
};

}  // namespace attn
