#include <doctest/doctest.h>

#include "model/gpt2.hpp"

namespace attn::test {

TEST_CASE("gpt2: config.json in our terms") {
  std::string error;
  const Gpt2Config c = read_gpt2_config(R"({
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
  CHECK(c.eps == 1e-6);
  CHECK(c.activation == "gelu_tanh");

  const Gpt2Config small =
      read_gpt2_config(R"({"n_ctx": 32, "n_inner": 7, "activation_function": "gelu"})", error);
  CHECK(error == "");
  CHECK(small.n_tokens == 32);
  CHECK(small.d_ff == 7);
  CHECK(small.d_model == 768);
  CHECK(small.vocab_size == 50257);
  CHECK(small.activation == "gelu_exact");
  CHECK(read_gpt2_config(R"({"activation_function": "relu"})", error).activation == "relu");
}

TEST_CASE("gpt2: wrong values of config.json have their sentences") {
  const auto error_of = [](std::string_view json) {
    std::string error;
    read_gpt2_config(json, error);
    return error;
  };
  CHECK(error_of("[]") == "the config (an array) must be one JSON object");
  CHECK(error_of("{\"n_embd\": ").starts_with("the config is not JSON"));
  CHECK(error_of(R"({"n_embd": 10, "n_head": 3})") == "n_embd (10) must be divisible by n_head (3)");
  CHECK(error_of(R"({"n_layer": 1.5})") == "n_layer (1.5) must be a whole number from 1 to 16777216");
  CHECK(error_of(R"({"n_positions": "many"})") ==
        "n_positions (\"many\") must be a whole number from 1 to 16777216");
  CHECK(error_of(R"({"layer_norm_epsilon": 0})") == "layer_norm_epsilon (0) must be above 0");
  CHECK(error_of(R"({"activation_function": "swish"})") ==
        "activation_function (\"swish\") must be one of gelu_new, gelu, relu");
}

}  // namespace attn::test
