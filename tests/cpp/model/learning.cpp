// That the models learn: two tasks that need attention, from several seeds, to the end. Sanitizers would take
// minutes over it and see the same code in same_bits.cpp: it is left out there, not in WebAssembly.
#include <doctest/doctest.h>

#include "built.hpp"
#include "model/source.hpp"
#include "model/trainer.hpp"
#include "sanitized.hpp"

#ifndef ATTN_SANITIZED

namespace attn::test {
namespace {

// A random word said twice; what counts is the second time.
void repetition(std::uint64_t seed, std::uint64_t index, Example& example) {
  constexpr int vocab_size = 16, half = 12;
  Pcg32 random(seed, index);
  example.tokens.resize(2 * half - 1);
  example.targets.assign(2 * half - 1, -1);
  for (int t = 0; t < half; ++t) {
    const int token = static_cast<int>(random.below(vocab_size));
    example.tokens[static_cast<std::size_t>(t)] = token;
    if (t < half - 1) example.tokens[static_cast<std::size_t>(t + half)] = token;
    example.targets[static_cast<std::size_t>(t + half - 1)] = token;
  }
}

// The task of that name with the model's sizes.
ExampleSource task(const Built& built, const std::string& name) {
  Config request(R"({"data": ")" + name + R"("})");
  return read_source(request, built->config());
}

// The share of counted targets that the model finds most probable, over sequences it has not seen.
double accuracy(const Built& built, const ExampleSource& source) {
  Example example;
  double n_right = 0, n = 0;
  for (std::uint64_t index = 0; index < 100; ++index) {
    source(1 << 20, index, example);
    built->forward(example, 0);
    for (std::size_t t = 0; t < example.targets.size(); ++t) {
      if (example.targets[t] < 0) continue;
      const float* row = built->logits().row(static_cast<int>(t));
      const auto best = std::max_element(row, row + built->logits().cols) - row;
      n_right += best == example.targets[t];
      n += 1;
    }
  }
  return n_right / n;
}

// With all defaults, until it knows the task or the steps are over.
double accuracy_once_trained(const Built& built, const ExampleSource& source, int most_steps, int seed) {
  Config json(R"({"seed": )" + std::to_string(seed) + "}");
  TrainingConfig config;
  config.read(json);
  Trainer trainer(*built.model, config, source);
  double reached = 0;
  while (trainer.step() < most_steps && reached <= 0.99) {
    for (const int pause = trainer.step() + 100; trainer.step() < pause;) trainer.advance();
    reached = accuracy(built, source);
  }
  return reached;
}

}  // namespace

// All 10 do, after 900 to 1,200 steps; with RoPE 9 of 10, most of them after 500.
TEST_CASE("learning: two layers learn the induction task, 9 of 10 seeds") {
  int n_learned = 0;
  for (int seed = 0; seed < 10; ++seed) {
    const Built built =
        build(make_decoder, R"({"vocab_size": 16, "d_model": 32, "n_heads": 2, "n_layers": 2, "n_tokens": 24,
                                "position": "learned", "keep": false, "seed": )" +
                                std::to_string(seed) + "}");
    const ExampleSource induction = task(built, "induction");
    CHECK(accuracy(built, induction) < 0.2);
    n_learned += accuracy_once_trained(built, induction, 1500, seed) > 0.99;
  }
  CHECK(n_learned >= 9);
}

// A word of always the same length is found so many tokens back.
TEST_CASE("learning: two layers learn to repeat a random word, from both initialisations") {
  for (const std::string init : {"xavier", "gpt2"}) {
    const Built built = build(make_decoder, R"({"vocab_size": 16, "d_model": 32, "n_heads": 2, "n_layers": 2,
                                                "n_tokens": 23, "keep": false, "init": ")" +
                                                init + R"("})");
    CAPTURE(init);
    CHECK(accuracy(built, repetition) < 0.2);
    CHECK(accuracy_once_trained(built, repetition, 600, 0) > 0.99);
  }
}

TEST_CASE("learning: an encoder-decoder of one layer each learns to write words of 8 letters backwards") {
  for (int seed = 0; seed < 3; ++seed) {
    const Built built = build(make_transformer, R"({"vocab_size": 28, "d_model": 32, "n_heads": 2,
        "n_encoder_layers": 1, "n_decoder_layers": 1, "n_tokens": 9, "keep": false, "seed": )" +
                                                    std::to_string(seed) + "}");
    const ExampleSource reversal = task(built, "reversal");
    CHECK(accuracy(built, reversal) < 0.2);
    CHECK(accuracy_once_trained(built, reversal, 800, seed) > 0.99);
  }
}

}  // namespace attn::test

#endif
