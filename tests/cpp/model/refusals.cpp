// Every sentence with which the model layer refuses what comes from outside.
#include <doctest/doctest.h>

#include "built.hpp"
#include "model/generator.hpp"
#include "model/trainer.hpp"

namespace attn::test {
namespace {

// What `make` says to `json`, over a config that is right; empty if it agrees.
std::string refusal(MakeModel make, const std::string& json) {
  TensorSet tensors;
  Config config("{" + json + "}");
  const bool made = make(tensors, config) != nullptr;
  CHECK(made == config.error().empty());
  return config.error();
}

std::string of_decoder(const std::string& sizes, const std::string& more = "") {
  return refusal(make_decoder, R"("vocab_size": 7, "n_layers": 1, "n_tokens": 5, )" + sizes + more);
}

template <typename Settings>
std::string of(const std::string& json) {
  Config config("{" + json + "}");
  Settings().read(config);
  config.finish();
  return config.error();
}

}  // namespace

TEST_CASE("models: sizes that do not fit each other") {
  CHECK(of_decoder(R"("d_model": 9, "n_heads": 3)") == "");
  CHECK(of_decoder(R"("d_model": 10, "n_heads": 3)") == "d_model (10) must be divisible by n_heads (3)");
  CHECK(of_decoder(R"("d_model": 10, "n_heads": 20)") == "d_model (10) must be divisible by n_heads (20)");
  for (const char* odd : {R"("d_model": 9, "n_heads": 3)", R"("d_model": 6, "n_heads": 2)"}) {
    CHECK(of_decoder(odd, R"(, "position": "rope")") ==
          "d_model / n_heads (3) must be even for position rope");
  }
}

TEST_CASE("models: each size is a whole number within its bounds, and there") {
  const std::string d = R"("d_model": 8)";
  CHECK(of_decoder(R"("n_heads": 2)") == "d_model is missing: it must be a whole number from 1 to 65536");
  CHECK(of_decoder(R"("d_model": 0)") == "d_model (0) must be a whole number from 1 to 65536");
  CHECK(of_decoder(R"("d_model": 2.5)") == "d_model (2.5) must be a whole number from 1 to 65536");
  CHECK(of_decoder(d, R"(, "n_heads": 0)") == "n_heads (0) must be a whole number from 1 to 65536");
  CHECK(of_decoder(d, R"(, "d_ff": 0)") == "d_ff (0) must be a whole number from 1 to 262144");
  CHECK(of_decoder(d, R"(, "seed": -1)") == "seed (-1) must be a whole number from 0 to 1073741824");
  for (const MakeModel make : {make_decoder, make_transformer, make_recurrent}) {
    CHECK(refusal(make, "") == "vocab_size is missing: it must be a whole number from 1 to 1048576");
  }
  CHECK(refusal(make_decoder, R"("vocab_size": 7)") ==
        "n_layers is missing: it must be a whole number from 1 to 256");
  CHECK(refusal(make_transformer, R"("vocab_size": 7)") ==
        "n_encoder_layers is missing: it must be a whole number from 1 to 256");
  CHECK(refusal(make_transformer, R"("vocab_size": 7, "n_encoder_layers": 1, "n_decoder_layers": 257)") ==
        "n_decoder_layers (257) must be a whole number from 1 to 256");
  CHECK(refusal(make_recurrent, R"("vocab_size": 7, "d_model": 4)") ==
        "n_tokens is missing: it must be a whole number from 1 to 65536");
}

TEST_CASE("models: each choice is one of its words") {
  const std::string d = R"("d_model": 8)";
  CHECK(of_decoder(d, R"(, "norm": "both")") == "norm (\"both\") must be one of pre, post");
  CHECK(of_decoder(d, R"(, "norm_kind": "batch")") == "norm_kind (\"batch\") must be one of layer, rms");
  CHECK(of_decoder(d, R"(, "activation": "GELU")") ==
        "activation (\"GELU\") must be one of relu, gelu, gelu_exact");
  CHECK(of_decoder(d, R"(, "position": "sin")") ==
        "position (\"sin\") must be one of none, sinusoidal, learned, rope, alibi");
  CHECK(of_decoder(d, R"(, "mask": "given")") == "mask (\"given\") must be one of none, causal");
  CHECK(of_decoder(d, R"(, "init": 1)") == "init (1) must be one of xavier, gpt2");
  CHECK(of_decoder(d, R"(, "tied": 1)") == "tied (1) must be true or false");
  CHECK(of_decoder(d, R"(, "bias": "no")") == "bias (\"no\") must be true or false");
  CHECK(of_decoder(d, R"(, "keep": null)") == "keep (null) must be true or false");
  CHECK(of_decoder(d, R"(, "eps": 0)") == "eps (0) must be more than 0");
  CHECK(of_decoder(d, R"(, "eps": -1)") == "eps (-1) must be more than 0");
  CHECK(of_decoder(d, R"(, "n_head": 2)").starts_with("n_head is not a known key; known are vocab_size, "));
  CHECK(refusal(make_recurrent, R"("vocab_size": 7, "d_model": 4, "n_tokens": 3, "n_heads": 2)")
            .starts_with("n_heads is not a known key"));
}

TEST_CASE("training and generation: settings out of bounds") {
  CHECK(of<TrainingConfig>("") == "");
  CHECK(of<TrainingConfig>(R"("batch_size": 0)") == "batch_size (0) must be a whole number from 1 to 4096");
  CHECK(of<TrainingConfig>(R"("learning_rate": -0.5)") == "learning_rate (-0.5) must be 0 or more");
  CHECK(of<TrainingConfig>(R"("final_rate": -0.5)") == "final_rate (-0.5) must be 0 or more");
  CHECK(of<TrainingConfig>(R"("weight_decay": -0.5)") == "weight_decay (-0.5) must be 0 or more");
  CHECK(of<TrainingConfig>(R"("clip": -0.5)") == "clip (-0.5) must be 0 or more");
  CHECK(of<TrainingConfig>(R"("clip": 1e39)") == "clip (1e39) is beyond the range of float32");
  CHECK(of<TrainingConfig>(R"("schedule": "linear")") ==
        "schedule (\"linear\") must be one of constant, cosine, inverse_sqrt");
  CHECK(of<TrainingConfig>(R"("optimizer": "adam")") == "optimizer (\"adam\") must be one of adamw, sgd");
  CHECK(of<TrainingConfig>(R"("steps": 0)") == "steps (0) must be a whole number from 1 to 16777216");
  CHECK(of<TrainingConfig>(R"("warmup_steps": -1)") ==
        "warmup_steps (-1) must be a whole number from 0 to 16777216");
  CHECK(of<TrainingConfig>(R"("seed": 0.5)") == "seed (0.5) must be a whole number from 0 to 1073741824");
  CHECK(of<GenerationConfig>("") == "");
  CHECK(of<GenerationConfig>(R"("temperature": -0.5)") == "temperature (-0.5) must be 0 or more");
  CHECK(of<GenerationConfig>(R"("temperature": "hot")") == "temperature (\"hot\") must be a number");
  CHECK(of<GenerationConfig>(R"("top_k": -1)") == "top_k (-1) must be a whole number from 0 to 16777216");
  CHECK(of<GenerationConfig>(R"("seed": -1)") == "seed (-1) must be a whole number from 0 to 1073741824");
}

}  // namespace attn::test
