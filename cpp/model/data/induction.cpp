#include "model/data/induction.hpp"

#include <algorithm>

namespace attn {

void InductionTask::fill(std::uint64_t seed, std::uint64_t i, const TaskExample& example) const {
  Pcg32 random = example_random(seed, i);
  const auto below = [&](int n) { return static_cast<int>(random.below(static_cast<std::uint32_t>(n))); };
  const auto length = static_cast<std::size_t>(shortest_ + below(n_tokens_ / 2 - shortest_ + 1));
  const std::span<int> input = example.input;
  for (std::size_t t = 0; t < input.size(); ++t) {
    const auto before = input.first(t);
    do {
      input[t] = t < length ? below(vocab_size_) : input[t - length];
    } while (t < length && std::ranges::find(before, input[t]) != before.end());
  }
  next_tokens(input, input[input.size() - length], example.targets);
  std::ranges::fill(example.targets.first(length), ignored_target);
}

}  // namespace attn
