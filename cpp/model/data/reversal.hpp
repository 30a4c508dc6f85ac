// Words backwards: an alignment that everybody knows.
#pragma once

#include "model/data/task.hpp"

namespace attn {

/// A word of random letters a-z for the encoder; the decoder reads start and the word backwards, and is to
/// say the word backwards and end. Letters are tokens 0 to 25. Shorter words are padded with end, in source
/// and input; behind the first end nothing counts.
class ReversalTask final : public Task {
 public:
  static constexpr int n_letters = 26, start = 26, end = 27;

  /// 1 <= shortest <= longest letters.
  explicit ReversalTask(int longest = 8, int shortest = 8) : longest_(longest), shortest_(shortest) {}

  int vocab_size() const override { return 28; }
  int n_tokens() const override { return longest_ + 1; }
  int n_source() const override { return longest_; }
  void fill(std::uint64_t seed, std::uint64_t i, const TaskExample& example) const override;

 private:
  int longest_, shortest_;
};

}  // namespace attn
