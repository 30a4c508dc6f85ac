#include "model/data/task.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "model/data/filled.hpp"

namespace attn::test {
namespace {

constexpr int n = 100'000, n_draws = 4;

// The correlation of draw `a` of example i with draw `b` of example i + lag.
double correlation(int a, int b, int lag) {
  const auto draw = [](int which, int i) {
    Pcg32 random = example_random(5, static_cast<std::uint64_t>(i));
    for (int k = 0; k < which; ++k) random.next();
    return static_cast<double>(random.uniform()) - 0.5;
  };
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += draw(a, i) * draw(b, i + lag);
  return 12 * sum / n;
}

}  // namespace

TEST_CASE("example_random: numbers of neighbouring examples are uncorrelated") {
  // Deviations of 4.5 / sqrt(n) come once in 150,000 times.
  for (int a = 0; a < n_draws; ++a) {
    for (int b = 0; b < n_draws; ++b) {
      for (const int lag : {1, 2, 3}) {
        CAPTURE(a);
        CAPTURE(b);
        CAPTURE(lag);
        CHECK(std::abs(correlation(a, b, lag)) < 4.5 / std::sqrt(n));
      }
    }
  }
}

TEST_CASE("example_random: the first numbers of successive examples are as uneven as random ones") {
  // The statistic of 100 cells with 1,000 expected in each: mean 99, spread 14. Examples whose first numbers
  // step evenly through [0, 1) give nearly 0.
  for (const std::uint64_t seed : {0u, 1u, 2u}) {
    int counts[100] = {};
    for (std::uint64_t i = 0; i < n; ++i) ++counts[example_random(seed, i).below(100)];
    double statistic = 0;
    for (const int count : counts) statistic += (count - 1000.0) * (count - 1000.0) / 1000;
    CAPTURE(seed);
    CHECK(statistic > 45);
    CHECK(statistic < 165);
  }
}

TEST_CASE("next_tokens: one to the left") {
  const std::vector<int> input = {3, 1, 4};
  std::vector<int> targets(3);
  next_tokens(input, 9, targets);
  CHECK(targets == std::vector<int>{1, 4, 9});
  next_tokens(std::span(input).first(1), 8, std::span(targets).first(1));
  CHECK(targets[0] == 8);
}

}  // namespace attn::test
