#include "model/data/reversal.hpp"

#include <doctest/doctest.h>

#include "model/data/filled.hpp"

namespace attn::test {
namespace {

// Letters as they are, start as <, end as >, ignored as a dot.
std::string shown(const std::vector<int>& tokens) {
  std::string text;
  for (const int token : tokens)
    text += token == ignored_target ? '.' : "abcdefghijklmnopqrstuvwxyz<>"[static_cast<std::size_t>(token)];
  return text;
}

}  // namespace

TEST_CASE("reversal: eight letters, and the same backwards") {
  const ReversalTask task;
  CHECK(task.n_source() == 8);
  CHECK(task.n_tokens() == 9);
  int counts[26] = {};
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const Filled example(task, 1, i);
    REQUIRE(in_vocabulary(example, task));
    for (const int letter : example.source) ++counts[letter];
    const std::string word = shown(example.source), backwards(word.rbegin(), word.rend());
    CHECK(shown(example.input) == "<" + backwards);
    CHECK(shown(example.targets) == backwards + ">");
  }
  for (const int count : counts) CHECK(std::abs(count - 308) < 90);  // five spreads of 17
}

TEST_CASE("reversal: words of several lengths are padded with end") {
  const ReversalTask task(5, 2);
  int counts[6] = {};
  for (std::uint64_t i = 0; i < 400; ++i) {
    const Filled example(task, 1, i);
    REQUIRE(in_vocabulary(example, task));
    const std::string source = shown(example.source), word = source.substr(0, source.find('>'));
    const std::string backwards(word.rbegin(), word.rend()), padding(5 - word.size(), '>');
    ++counts[word.size()];
    CHECK(source == word + padding);
    CHECK(shown(example.input) == "<" + backwards + padding);
    CHECK(shown(example.targets) == backwards + ">" + std::string(padding.size(), '.'));
  }
  CHECK(counts[0] + counts[1] == 0);
  for (int length = 2; length <= 5; ++length) CHECK(std::abs(counts[length] - 100) < 45);
}

TEST_CASE("reversal: an example is its seed and its number, on every machine") {
  CHECK(is_reproducible(ReversalTask()));
  CHECK(hash_of(ReversalTask(8, 3)) == 346143769u);
}

}  // namespace attn::test
