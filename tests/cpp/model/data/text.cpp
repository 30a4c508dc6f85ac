#include "model/data/text.hpp"

#include <doctest/doctest.h>

#include "model/data/filled.hpp"

namespace attn::test {
namespace {

std::vector<int> counting(int n) {
  std::vector<int> tokens;
  for (int i = 0; i < n; ++i) tokens.push_back(i);
  tokens.shrink_to_fit();
  return tokens;
}

}  // namespace

TEST_CASE("text: windows from anywhere, all places alike, with what comes next") {
  const TextTask task(counting(50), 50, 10);
  int counts[50] = {};
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const Filled example(task, 1, i);
    ++counts[example.input[0]];
    for (std::size_t t = 0; t < 10; ++t) {
      CHECK(example.input[t] == example.input[0] + static_cast<int>(t));
      CHECK(example.targets[t] == example.input[t] + 1);
    }
  }
  for (int place = 0; place < 40; ++place) CHECK(std::abs(counts[place] - 100) < 50);  // five spreads
  for (int place = 40; place < 50; ++place) CHECK(counts[place] == 0);
}

TEST_CASE("text: as short as may be") {
  const Filled example(TextTask(counting(4), 4, 3), 1, 0);
  CHECK(example.input == std::vector<int>{0, 1, 2});
  CHECK(example.targets == std::vector<int>{1, 2, 3});
}

TEST_CASE("text: an example is its seed and its number, on every machine") {
  const TextTask task(counting(100'000), 100'000, 8);
  CHECK(is_reproducible(task));
  CHECK(hash_of(task) == 1530890845u);
}

}  // namespace attn::test
