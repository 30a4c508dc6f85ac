#include "ops/entropy.hpp"

#include <doctest/doctest.h>

#include "gradient.hpp"

namespace attn::test {
namespace {

double bits_of(std::vector<float> weights) { return static_cast<double>(entropy_bits(weights)); }

}  // namespace

TEST_CASE("entropy: of random weights, against double, and the number of keys that goes with it") {
  Pcg32 random(1);
  for (const int n : lengths_of_rows()) {
    std::vector<float> weights(static_cast<std::size_t>(n));
    float sum = 0;
    for (float& w : weights) sum += w = random.uniform();
    double expected = 0;
    for (float& w : weights) {
      w /= sum;
      const auto exact = static_cast<double>(w);
      if (exact > 0) expected -= exact * std::log2(exact);
    }
    CAPTURE(n);
    CHECK(difference(bits_of(weights), expected) < 2e-6 * std::max(1.0, expected));
    CHECK(relative_error(static_cast<double>(effective_number(static_cast<float>(expected))),
                         std::exp2(expected)) < 2e-6);
  }
}

TEST_CASE("entropy: from exactly 0, of one key, to log2 of as many as there are") {
  CHECK(same_bits(entropy_bits(std::vector<float>{0, 1, 0}), 0.0f));
  CHECK(same_bits(entropy_bits(std::vector<float>{1.0000001f}), 0.0f));  // as softmax may round
  CHECK(bits_of({0.5f, 0, 0.5f}) == 1);
  CHECK(bits_of(std::vector<float>(64, 1.0f / 64)) == 6);
  CHECK(std::isnan(bits_of({0.5f, nan, 0.5f})));
  CHECK(effective_number(0) == 1);
}

}  // namespace attn::test
