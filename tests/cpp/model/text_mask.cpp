// What the text says of the causal mask, section 2.4. Left out under sanitizers, for its time.
#include <doctest/doctest.h>

#include <cmath>

#include "markov_model.hpp"
#include "model/generator.hpp"
#include "sanitized.hpp"

#ifndef ATTN_SANITIZED

namespace attn::test {
namespace {

struct Cheat {
  double training = 0, prefixes = 0, written = 0;
};

// A layer trained for 400 steps: its loss in training; the loss where it sees prefixes and no more; and
// -log p* of what it writes, where p* is the source.
Cheat with_mask(const std::string& mask) {
  constexpr int n = 25;
  const Built built = build(make_decoder, json(1, 32, R"("keep": false, "mask": ")" + mask + '"'));
  Cheat cheat{.training = trained(built, 400, "{}")};
  Example whole, prefix;
  for (std::uint64_t i = 0; i < n; ++i) {
    fill(1 << 20, i, whole);
    for (std::size_t t = 0; t < 16; ++t) {
      prefix.tokens.assign(whole.tokens.begin(), whole.tokens.begin() + static_cast<std::ptrdiff_t>(t + 1));
      prefix.targets.assign(t, -1);
      prefix.targets.push_back(whole.targets[t]);
      built->forward(prefix, 0);
      cheat.prefixes += built->loss(prefix) / 16 / n;
    }
    Generator generator(*built.model, {.seed = i}, {{}, {whole.tokens[0]}, {}});
    for (int t = 1, before = whole.tokens[0]; t < 16; ++t) {
      const int token = generator.next();
      cheat.written -= std::log(source().transition(before)[static_cast<std::size_t>(token)]) / 15 / n;
      before = token;
    }
  }
  return cheat;
}

}  // namespace

TEST_CASE("text 2.4: without the mask the loss falls, and prediction fails") {
  const Cheat causal = with_mask("causal"), none = with_mask("none");
  CHECK(std::abs(causal.training - 1.95) < 0.02);
  CHECK(std::abs(causal.prefixes - 1.95) < 0.05);
  CHECK(std::abs(causal.written - 1.91) < 0.08);
  CHECK(std::abs(none.training - 0.23) < 0.02);
  CHECK(std::abs(none.prefixes - 5) < 0.5);
  CHECK(std::abs(none.written - 3.7) < 0.15);
  double random = 0;  // -log p* of tokens that are all alike
  for (std::size_t i = 0; i < 16; ++i) {
    for (const double p : source().transition(static_cast<int>(i)))
      random -= source().stationary()[i] * std::log(p) / 16;
  }
  CHECK(std::abs(random - 3.82) < 0.005);
}

}  // namespace attn::test

#endif
