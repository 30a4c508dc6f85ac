#include "model/data/reversal.hpp"

#include <algorithm>

namespace attn {

void ReversalTask::fill(std::uint64_t seed, std::uint64_t i, const TaskExample& example) const {
  Pcg32 random = example_random(seed, i);
  const auto below = [&](int n) { return random.below(static_cast<std::uint32_t>(n)); };
  const std::size_t length = static_cast<std::size_t>(shortest_) + below(longest_ - shortest_ + 1);
  const auto& [source, input, targets] = example;
  std::ranges::fill(source, end);
  std::ranges::generate(source.first(length), [&] { return static_cast<int>(below(n_letters)); });
  std::ranges::fill(input, end);
  input[0] = start;
  std::ranges::reverse_copy(source.first(length), input.begin() + 1);
  next_tokens(input, end, targets);
  std::ranges::fill(targets.subspan(length + 1), ignored_target);
}

}  // namespace attn
