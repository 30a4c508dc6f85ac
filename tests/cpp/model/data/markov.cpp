#include "model/data/markov.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "model/data/filled.hpp"

namespace attn::test {
namespace {

// The stationary distribution by squaring the matrix until all rows are alike.
std::vector<double> stationary_by_squaring(const MarkovTask& task) {
  const auto n = static_cast<std::size_t>(task.vocab_size());
  std::vector<double> p;
  for (int i = 0; i < task.vocab_size(); ++i)
    p.insert(p.end(), task.transition(i).begin(), task.transition(i).end());
  for (int squaring = 0; squaring < 60; ++squaring) {
    std::vector<double> square(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t k = 0; k < n; ++k) square[i * n + j] += p[i * n + k] * p[k * n + j];
        sum += square[i * n + j];
      }
      for (std::size_t j = 0; j < n; ++j) square[i * n + j] /= sum;
    }
    p = square;
  }
  return {p.begin(), p.begin() + static_cast<std::ptrdiff_t>(n)};
}

// The entropy of all sequences of `length` tokens, each weighed by its probability.
double entropy_of_sequences(const MarkovTask& task, int length, int last = -1, double probability = 1) {
  if (length == 0) return -probability * std::log(probability);
  const auto probs = last < 0 ? task.stationary() : task.transition(last);
  double sum = 0;
  for (int token = 0; token < task.vocab_size(); ++token)
    sum +=
        entropy_of_sequences(task, length - 1, token, probability * probs[static_cast<std::size_t>(token)]);
  return sum;
}

}  // namespace

TEST_CASE("markov: every transition is possible and rows sum to 1") {
  for (const double sharpness : {0.0, 1.5, 10.0}) {
    const MarkovTask task(12, 8, 3, sharpness);
    for (int i = 0; i < 12; ++i) {
      double sum = 0;
      for (const double p : task.transition(i)) {
        CHECK(p > 0);
        sum += p;
      }
      CHECK(std::abs(sum - 1) < 1e-14);
    }
  }
}

TEST_CASE("markov: the stationary distribution, against powers of the matrix") {
  for (const int vocab_size : {1, 2, 3, 10, 40}) {
    for (const double sharpness : {0.5, 1.5, 4.0}) {
      const MarkovTask task(vocab_size, 8, 11, sharpness);
      const std::vector<double> expected = stationary_by_squaring(task);
      for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(std::abs(task.stationary()[i] - expected[i]) < 1e-10);
    }
  }
}

TEST_CASE("markov: transitions that are given, up to a factor for each row") {
  const MarkovTask task(2, 4, {1, 3, 4, 1});
  const double p[2][2] = {{0.25, 0.75}, {0.8, 0.2}};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) CHECK(task.transition(i)[static_cast<std::size_t>(j)] == p[i][j]);
  // pi_0 p_01 = pi_1 p_10
  CHECK(std::abs(task.stationary()[0] - 0.8 / 1.55) < 1e-15);
}

TEST_CASE("markov: the entropy rate, against all sequences of 6 and of 7 tokens") {
  for (const int vocab_size : {2, 4, 6}) {
    const MarkovTask task(vocab_size, 8, 5);
    const double rate = entropy_of_sequences(task, 7) - entropy_of_sequences(task, 6);
    CHECK(std::abs(task.entropy_rate() - rate) < 1e-12);
  }
}

TEST_CASE("markov: entropy rates that are known") {
  CHECK(MarkovTask(1, 4, 1).entropy_rate() == 0);
  CHECK(std::abs(MarkovTask(16, 4, 1, 0).entropy_rate() - std::log(16.0)) < 1e-14);
  CHECK(MarkovTask(16, 4, 1, 10).entropy_rate() < MarkovTask(16, 4, 1, 1).entropy_rate());
}

TEST_CASE("markov: samples follow the distribution, from the first token on") {
  constexpr int n = 5, n_examples = 20000;
  const MarkovTask task(n, 4, 2);
  double first[n] = {}, pairs[n][n] = {};
  for (std::uint64_t i = 0; i < n_examples; ++i) {
    const Filled example(task, 9, i);
    REQUIRE(in_vocabulary(example, task));
    ++first[example.input[0]];
    for (std::size_t t = 0; t < 4; ++t) ++pairs[example.input[t]][example.targets[t]];
    for (std::size_t t = 0; t < 3; ++t) CHECK(example.targets[t] == example.input[t + 1]);
  }
  // Five spreads of a count; those of pairs are over 80,000 pairs that are nearly independent.
  const auto near = [](double count, double n_drawn, double p) {
    return std::abs(count - n_drawn * p) < 5 * std::sqrt(n_drawn * p * (1 - p)) + 1;
  };
  for (int i = 0; i < n; ++i) {
    const double pi = task.stationary()[static_cast<std::size_t>(i)];
    CHECK(near(first[i], n_examples, pi));
    for (int j = 0; j < n; ++j)
      CHECK(near(pairs[i][j], 4 * n_examples, pi * task.transition(i)[static_cast<std::size_t>(j)]));
  }
}

TEST_CASE("markov: sources differ by their seed, and examples of one source by theirs") {
  CHECK(MarkovTask(4, 8, 1).entropy_rate() != MarkovTask(4, 8, 2).entropy_rate());
  const MarkovTask task(8, 16, 1);
  CHECK(is_reproducible(task));
  CHECK(hash_of(task) == 3708697793u);
}

}  // namespace attn::test
