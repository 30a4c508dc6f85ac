#include "model/data/induction.hpp"

#include <doctest/doctest.h>

#include <set>

#include "model/data/filled.hpp"

namespace attn::test {

TEST_CASE("induction: what followed a token before follows it again") {
  const InductionTask task(40, 33, 5);
  std::set<std::size_t> lengths;
  int n_first[40] = {};
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Filled example(task, 3, i);
    REQUIRE(in_vocabulary(example, task));
    // The segment ends where the first token comes again.
    const auto again = std::find(example.input.begin() + 1, example.input.end(), example.input[0]);
    REQUIRE(again != example.input.end());
    const auto length = static_cast<std::size_t>(again - example.input.begin());
    lengths.insert(length);
    ++n_first[example.input[0]];
    CHECK(std::set(example.input.begin(), again).size() == length);
    for (std::size_t t = 0; t < example.input.size(); ++t) {
      if (t < length) {
        CHECK(example.targets[t] == ignored_target);
        continue;
      }
      // By the definition: look for the token before, and say what came behind it.
      std::size_t before = t - 1;
      while (example.input[before] != example.input[t]) --before;
      CHECK(example.targets[t] == example.input[before + 1]);
      if (t + 1 < example.input.size()) CHECK(example.targets[t] == example.input[t + 1]);
    }
  }
  CHECK(*lengths.begin() == 5);
  CHECK(*lengths.rbegin() == 16);
  CHECK(lengths.size() == 12);
  for (const int count : n_first) CHECK(std::abs(count - 50) < 35);  // five spreads
}

TEST_CASE("induction: all targets of the second half count") {
  const InductionTask task(8, 16, 1);  // as many tokens as the longest segment has
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Filled example(task, 1, i);
    CHECK(std::count(example.targets.begin() + 8, example.targets.end(), ignored_target) == 0);
  }
}

TEST_CASE("induction: an example is its seed and its number, on every machine") {
  CHECK(is_reproducible(InductionTask(16, 32, 4)));
  CHECK(hash_of(InductionTask(16, 32, 4)) == 3414059642u);
}

}  // namespace attn::test
