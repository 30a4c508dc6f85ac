#include <doctest/doctest.h>

#include "model/gpt2.hpp"

namespace attn::test {
namespace {

ModelConfig read(std::string_view json, std::string& error) {
  ModelConfig model;
  Config config = read_decoder_config(json);
  CHECK(is_gpt2(config));
  read_gpt2(config, model);
  config.finish();
  error = config.error();
  return model;
}

}  // namespace

TEST_CASE("gpt2: config.json in our terms") {
  std::string error;
  const ModelConfig c = read(R"({
    "activation_function": "gelu_new", "architectures": ["GPT2LMHeadModel"], "attn_pdrop": 0.1,
    "bos_token_id": 50256, "n_ctx": 1024, "n_embd": 1600, "n_head": 25, "n_inner": null, "n_layer": 48,
    "n_positions": 512, "layer_norm_epsilon": 1e-06, "summary_proj_to_labels": true, "torch_dtype": null,
    "task_specific_params": {"text-generation": {"do_sample": true, "max_length": [50, {"n_head": 3}]}},
    "vocab_size": 50000})",
                             error);
  CHECK(error == "");
  CHECK(c.vocab_size == 50000);
  CHECK(c.n_tokens == 512);
  CHECK(c.d_model == 1600);
  CHECK(c.n_heads == 25);
  CHECK(c.n_layers == 48);
  CHECK(c.d_ff == 6400);
  CHECK(c.eps == 1e-6f);
  CHECK(c.activation == Activation::gelu_tanh);
  CHECK(c.norm == NormPlacement::pre);
  CHECK(c.position == Position::learned);
  CHECK(c.mask == Mask::causal);
  CHECK(c.bias);
  CHECK(c.tied);
  CHECK(c.keep);
  CHECK(!c.scale_embedding);

  const ModelConfig small =
      read(R"({"model_type": "gpt2", "n_ctx": 32, "n_inner": 7, "activation_function": "gelu"})", error);
  CHECK(error == "");
  CHECK(small.n_tokens == 32);
  CHECK(small.d_ff == 7);
  CHECK(small.d_model == 768);
  CHECK(small.vocab_size == 50257);
  CHECK(small.n_heads == 12);
  CHECK(small.n_layers == 12);
  CHECK(small.eps == 1e-5f);
  CHECK(small.activation == Activation::gelu_exact);
  const ModelConfig other =
      read(R"({"n_embd": 768, "activation_function": "relu", "tie_word_embeddings": false, "keep": false})",
           error);
  CHECK(error == "");
  CHECK(other.activation == Activation::relu);
  CHECK(!other.tied);
  CHECK(!other.keep);
}

TEST_CASE("gpt2: wrong values of config.json have their sentences") {
  const auto error_of = [](const std::string& json) {
    std::string error;
    read(R"({"model_type": "gpt2", )" + json + "}", error);
    return error;
  };
  CHECK(error_of(R"("n_embd": 10, "n_head": 3)") == "n_embd (10) must be divisible by n_head (3)");
  CHECK(error_of(R"("n_layer": 1.5)") == "n_layer (1.5) must be a whole number from 1 to 256");
  CHECK(error_of(R"("n_positions": "many")") ==
        "n_positions (\"many\") must be a whole number from 1 to 65536");
  CHECK(error_of(R"("layer_norm_epsilon": 0)") == "layer_norm_epsilon (0) must be more than 0");
  CHECK(error_of(R"("activation_function": "swish")") ==
        "activation_function (\"swish\") must be one of relu, gelu_new, gelu");
  CHECK(error_of(R"("scale_attn_weights": false)") == "scale_attn_weights (false) must be true");
  CHECK(error_of(R"("scale_attn_by_inverse_layer_idx": true)") ==
        "scale_attn_by_inverse_layer_idx (true) must be false");
  std::string error;
  read(R"({"model_type": "llama"})", error);
  CHECK(error == "model_type (\"llama\") must be one of gpt2");
}

TEST_CASE("gpt2: what has neither of its keys is one of our configs, and is read strictly") {
  CHECK(!is_gpt2(read_decoder_config(R"({"d_model": 8, "n_head": 2})")));
  CHECK(read_decoder_config("[]").error() == "the config (an array) must be one JSON object");
  CHECK(read_decoder_config("{\"n_embd\": ").error().starts_with("the config is not JSON"));
  CHECK(read_decoder_config(R"({"d_model": {}})").error() ==
        "d_model (an object) must be a number, a string or an array");
}

}  // namespace attn::test
