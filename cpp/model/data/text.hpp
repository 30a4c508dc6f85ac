// A text, read in windows.
#pragma once

#include <utility>
#include <vector>

#include "model/data/task.hpp"

namespace attn {

/// A stretch of n_tokens tokens from anywhere in a text, all places alike; what is to be said is the token
/// behind each.
class TextTask final : public Task {
 public:
  /// 1 <= n_tokens < text.size(); all tokens in 0 ... vocab_size - 1.
  TextTask(std::vector<int> text, int vocab_size, int n_tokens)
      : text_(std::move(text)), vocab_size_(vocab_size), n_tokens_(n_tokens) {}

  int vocab_size() const override { return vocab_size_; }
  int n_tokens() const override { return n_tokens_; }
  void fill(std::uint64_t seed, std::uint64_t i, const TaskExample& example) const override;

 private:
  std::vector<int> text_;
  int vocab_size_, n_tokens_;
};

}  // namespace attn
