// What must not change a single bit: keeping intermediates, cutting a sequence, cutting a step, the machine.
#include <doctest/doctest.h>

#include "built.hpp"
#include "model/trainer.hpp"

namespace attn::test {
namespace {

struct Case {
  MakeModel make;
  std::string json;  // without its closing brace
};

// 13 tokens are more than a tile of any product has rows, and no multiple of four.
const std::string sizes_of_models = R"({"vocab_size": 11, "d_model": 12, "n_heads": 2, "n_tokens": 13)";

std::vector<Case> cases() {
  std::vector<Case> all = {
      {make_recurrent, R"({"vocab_size": 11, "d_model": 9, "n_tokens": 13, "n_layers": 2)"}};
  for (const char* norm : {"pre", "post"}) {
    for (const char* position : {"none", "sinusoidal", "learned", "rope", "alibi"}) {
      const std::string json = sizes_of_models + R"(, "norm": ")" + norm + R"(", "position": ")" + position;
      all.push_back({make_decoder, json + R"(", "n_layers": 3)"});
      all.push_back({make_transformer, json + R"(", "n_encoder_layers": 2, "n_decoder_layers": 2)"});
    }
  }
  return all;
}

void draw(std::uint64_t seed, std::uint64_t index, Example& example) {
  Pcg32 random(seed, index);
  example.source.clear();
  example.tokens.clear();
  for (int t = 0; t < 10; ++t) example.source.push_back(static_cast<int>(random.below(11)));
  for (int t = 0; t < 13; ++t) example.tokens.push_back(static_cast<int>(random.below(11)));
  example.targets.assign(example.tokens.rbegin(), example.tokens.rend());
}

Example drawn(std::uint64_t index) {
  Example example;
  draw(1, index, example);
  return example;
}

Example prefix(Example example, int n) {
  example.tokens.resize(static_cast<std::size_t>(n));
  example.targets.resize(static_cast<std::size_t>(n));
  return example;
}

// Of every parameter, and the logits of the last pass.
std::uint32_t hash(const Built& built) {
  BitHash hash;
  for (const Parameter& p : built->tensors().parameters()) {
    for (const float x : p.value->span()) hash.add(x);
  }
  const MatrixView<float> logits = built->logits();
  for (int i = 0; i < logits.rows * logits.cols; ++i) hash.add(logits.data[i]);
  return hash.value();
}

TrainingConfig training() {
  TrainingConfig config;
  config.batch_size = 3;
  config.schedule = {.decay = Decay::cosine, .peak = 0.01f, .warmup_steps = 5, .n_steps = 50};
  return config;
}

std::uint32_t hash_after(const Built& built, int n_steps) {
  Trainer trainer(*built.model, training(), draw);
  while (trainer.step() < n_steps) trainer.advance();
  return hash(built);
}

}  // namespace

TEST_CASE("models: keeping intermediates changes no bit of five training steps") {
  for (const Case& each : cases()) {
    const Built kept = build(each.make, each.json + "}");
    const Built shared = build(each.make, each.json + R"(, "keep": false})");
    CAPTURE(each.json);
    CHECK(hash_after(kept, 5) == hash_after(shared, 5));
    CHECK(kept.tensors->directory().size() > shared.tensors->directory().size());
  }
}

TEST_CASE("models: a causal pass equals a pass over each prefix, and one that goes on, to the bit") {
  const Example example = drawn(0);
  for (const Case& each : cases()) {
    const Built whole = build_noisy(each.make, each.json + "}");
    const Built cut = build_noisy(each.make, each.json + "}"),
                stepped = build_noisy(each.make, each.json + "}");
    CAPTURE(each.json);
    whole->forward(example, 0);
    for (int n = 1; n <= 13; ++n) {
      cut->forward(prefix(example, n), 0);
      stepped->forward(prefix(example, n), n - 1);
      const MatrixView<float> expected = whole->logits().rows_from(0, n);
      CHECK(same_bits(cut->logits(), expected));
      CHECK(same_bits(stepped->logits(), expected));
    }
    for (const int middle : {1, 5, 12}) {
      cut->forward(prefix(example, middle), 0);
      cut->forward(example, middle);
      CHECK(same_bits(cut->logits(), whole->logits()));
    }
  }
}

TEST_CASE("training: other sequences may pass between the parts of a step") {
  for (const Case& each : cases()) {
    const Built alone = build(each.make, each.json + "}"), disturbed = build(each.make, each.json + "}");
    Trainer trainer(*disturbed.model, training(), draw);
    for (int n = 0; n < 9; ++n) {
      CHECK(trainer.advance() == (n % 3 == 2));
      const Example other = prefix(drawn(static_cast<std::uint64_t>(100 + n)), 1 + n);
      disturbed->forward(other, 0);
      disturbed->loss(other);
    }
    const std::uint32_t expected = hash_after(alone, 3);
    alone->forward(drawn(0), 0);
    disturbed->forward(drawn(0), 0);
    CAPTURE(each.json);
    CHECK(expected != 0);
    CHECK(hash(disturbed) == hash(alone));
  }
}

TEST_CASE("models: the same seed, the same bits; another, others") {
  for (const Case& each : cases()) {
    const auto hash_of = [&](const char* seed) {
      const Built built = build(each.make, each.json + R"(, "seed": )" + seed + "}");
      built->forward(drawn(0), 0);
      return hash(built);
    };
    CHECK(hash_of("4") == hash_of("4"));
    CHECK(hash_of("4") != hash_of("5"));
  }
}

TEST_CASE("training: fifty steps end in the same bits on every machine") {
  const std::string model = sizes_of_models + R"(, "norm": "pre", "keep": false)";
  const std::string modern =
      R"(, "position": "rope", "norm_kind": "rms", "activation": "gelu_exact", "init": "gpt2", "tied": false)";
  const std::string layers = R"(, "n_encoder_layers": 1, "n_decoder_layers": 1})";
  CHECK(hash_after(build(make_decoder, model + R"(, "n_layers": 2})"), 50) == 2586078916u);
  CHECK(hash_after(build(make_decoder, model + modern + R"(, "n_layers": 1})"), 50) == 1763987752u);
  CHECK(hash_after(build(make_transformer, model + layers), 50) == 1669882205u);
  CHECK(hash_after(build(make_recurrent, R"({"vocab_size": 11, "d_model": 12, "n_tokens": 13})"), 50) ==
        2969269041u);
}

}  // namespace attn::test
