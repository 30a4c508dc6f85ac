#include "model/data/text.hpp"

#include <algorithm>

namespace attn {

void TextTask::fill(std::uint64_t seed, std::uint64_t i, const TaskExample& example) const {
  const std::size_t n = example.input.size();
  const auto n_places = static_cast<std::uint32_t>(text_.size() - n);
  const auto window = std::span(text_).subspan(example_random(seed, i).below(n_places), n + 1);
  std::ranges::copy(window.first(n), example.input.begin());
  next_tokens(example.input, window.back(), example.targets);
}

}  // namespace attn
