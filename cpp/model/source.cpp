#include "model/source.hpp"

#include <cmath>
#include <utility>

#include "ops/random.hpp"

namespace attn {
namespace {

ExampleSource windows(std::vector<int> data, int n_tokens) {
  return [data = std::move(data), n_tokens](std::uint64_t seed, std::uint64_t index, Example& example) {
    Pcg32 random(seed, index);
    const auto n = static_cast<std::ptrdiff_t>(n_tokens);
    const auto last = static_cast<std::uint32_t>(data.size() - static_cast<std::size_t>(n_tokens));
    const auto start = data.begin() + random.below(last);
    example.source.clear();
    example.tokens.assign(start, start + n);
    example.targets.assign(start + 1, start + 1 + n);
  };
}

}  // namespace

ExampleSource read_source(Config& request, const ModelConfig& model) {
  const NumberArray data = request.numbers("data", 1);
  std::vector<int> tokens;
  for (std::size_t i = 0; i < data.data.size(); ++i) {
    const float token = data.data[i];
    if (!(token >= 0 && token < static_cast<float>(model.vocab_size) && token == std::floor(token))) {
      request.fail("data[" + std::to_string(i) + "] (" + number_text(token) +
                   ") must be a whole number from 0 to " + std::to_string(model.vocab_size - 1));
      break;
    }
    tokens.push_back(static_cast<int>(token));
  }
  if (static_cast<int>(data.data.size()) <= model.n_tokens) {
    request.fail("data (" + std::to_string(data.data.size()) + " tokens) must have more than n_tokens (" +
                 std::to_string(model.n_tokens) + ")");
  }
  return windows(std::move(tokens), model.n_tokens);
}

}  // namespace attn
