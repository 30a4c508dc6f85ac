#include "model/data/delayed_copy.hpp"

#include <doctest/doctest.h>

#include "model/data/filled.hpp"

namespace attn::test {

TEST_CASE("delayed copy: the token from `distance` steps ago") {
  for (const int distance : {0, 1, 7, 19}) {
    const DelayedCopyTask task(6, 20, distance);
    for (std::uint64_t i = 0; i < 50; ++i) {
      const Filled example(task, 2, i);
      REQUIRE(in_vocabulary(example, task));
      for (int t = 0; t < 20; ++t) {
        const int expected =
            t < distance ? ignored_target : example.input[static_cast<std::size_t>(t - distance)];
        CHECK(example.targets[static_cast<std::size_t>(t)] == expected);
      }
    }
  }
}

TEST_CASE("delayed copy: tokens are uniform, and neighbours tell nothing of each other") {
  const DelayedCopyTask task(4, 26, 3);
  int pairs[4][4] = {};
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Filled example(task, 5, i);
    for (std::size_t t = 1; t < 26; ++t) ++pairs[example.input[t - 1]][example.input[t]];
  }
  // 50,000 pairs in 16 cells: 3,125 in each, give or take five spreads of 54.
  for (const auto& row : pairs) {
    for (const int count : row) CHECK(std::abs(count - 3125) < 270);
  }
}

TEST_CASE("delayed copy: an example is its seed and its number, on every machine") {
  CHECK(is_reproducible(DelayedCopyTask(8, 24, 5)));
  CHECK(hash_of(DelayedCopyTask(8, 24, 5)) == 3027138744u);
}

}  // namespace attn::test
