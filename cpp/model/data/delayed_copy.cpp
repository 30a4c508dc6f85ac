#include "model/data/delayed_copy.hpp"

namespace attn {

void DelayedCopyTask::fill(std::uint64_t seed, std::uint64_t i, const TaskExample& example) const {
  Pcg32 random = example_random(seed, i);
  const auto distance = static_cast<std::size_t>(distance_);
  for (std::size_t t = 0; t < example.input.size(); ++t) {
    example.input[t] = static_cast<int>(random.below(static_cast<std::uint32_t>(vocab_size_)));
    example.targets[t] = t < distance ? ignored_target : example.input[t - distance];
  }
}

}  // namespace attn
