#include "model/gpt2.hpp"

#include <doctest/doctest.h>

#include "model/gpt2_file.hpp"

namespace attn::test {
namespace {

// Our tensors of the same model.
struct Model {
  explicit Model(bool own_unembedding = false) {
    add("embedding.tokens", {vocab_size, d_model});
    add("embedding.positions", {n_tokens, d_model});
    for (int n = 0; n < n_layers; ++n) {
      const std::string layer = "layers." + std::to_string(n) + ".";
      for (const char* norm : {"norm_1", "norm_2"}) {
        add(layer + norm + ".gamma", {d_model});
        add(layer + norm + ".beta", {d_model});
      }
      for (const char* which : {"q", "k", "v", "o"}) {
        add(layer + "attention.w_" + which, {d_model, d_model});
        add(layer + "attention.b_" + which, {d_model});
      }
      add(layer + "feed_forward.w_1", {d_ff, d_model});
      add(layer + "feed_forward.b_1", {d_ff});
      add(layer + "feed_forward.w_2", {d_model, d_ff});
      add(layer + "feed_forward.b_2", {d_model});
    }
    add("norm_final.gamma", {d_model});
    add("norm_final.beta", {d_model});
    if (own_unembedding) add("unembedding.w", {vocab_size, d_model});
    REQUIRE(set.allocate());
  }
  void add(const std::string& name, std::vector<int> shape) {
    tensors.push_back(&set.add(name, std::move(shape)));
  }
  std::string load(const Arrays& arrays) {
    const Bytes file = file_with(arrays);
    return load_weights(tensors, read_safetensors(file), Gpt2Names());
  }
  std::span<const float> values(const std::string& name) { return set.find(name)->span(); }

  TensorSet set;
  std::vector<Tensor*> tensors;
};

// Column j of x W + b by Hugging Face's Conv1D, W [in, out].
double conv1d(const std::vector<double>& x, const Array& w, const Array& b, int j) {
  double y = static_cast<double>(b.data[static_cast<std::size_t>(j)]);
  for (int i = 0; i < w.shape[0]; ++i)
    y += x[static_cast<std::size_t>(i)] *
         static_cast<double>(w.data[static_cast<std::size_t>(i * w.shape[1] + j)]);
  return y;
}

// Row j of W x + b by ours, W [out, in].
double linear(const std::vector<double>& x, std::span<const float> w, std::span<const float> b, int j) {
  double y = static_cast<double>(b[static_cast<std::size_t>(j)]);
  for (std::size_t i = 0; i < x.size(); ++i)
    y += x[i] * static_cast<double>(w[static_cast<std::size_t>(j) * x.size() + i]);
  return y;
}

}  // namespace

TEST_CASE("gpt2: every layer computes what Hugging Face's Conv1D does") {
  for (const char* prefix : {"", "transformer."}) {
    const Arrays arrays = gpt2_arrays(prefix);
    Model model;
    REQUIRE(model.load(arrays) == "");
    const auto theirs = [&](const std::string& name) -> const Array& { return arrays.at(prefix + name); };
    for (int n = 0; n < n_layers; ++n) {
      const std::string layer = "layers." + std::to_string(n) + ".", h = "h." + std::to_string(n) + ".";
      struct Pair {
        std::string ours, theirs;
        char which;
        int n_in, n_out, first;
      };
      for (const Pair& pair : {Pair{"attention", "attn.c_attn", 'q', d_model, d_model, 0},
                               {"attention", "attn.c_attn", 'k', d_model, d_model, d_model},
                               {"attention", "attn.c_attn", 'v', d_model, d_model, 2 * d_model},
                               {"attention", "attn.c_proj", 'o', d_model, d_model, 0},
                               {"feed_forward", "mlp.c_fc", '1', d_model, d_ff, 0},
                               {"feed_forward", "mlp.c_proj", '2', d_ff, d_model, 0}}) {
        CAPTURE(pair.which);
        std::vector<double> x;
        for (int i = 0; i < pair.n_in; ++i) x.push_back(1.0 / (i + 2));
        const std::string ours = layer + pair.ours;
        for (int j = 0; j < pair.n_out; ++j) {
          const double expected = conv1d(x, theirs(h + pair.theirs + ".weight"),
                                         theirs(h + pair.theirs + ".bias"), pair.first + j);
          CHECK(linear(x, model.values(ours + ".w_" + pair.which), model.values(ours + ".b_" + pair.which),
                       j) == expected);
        }
      }
      for (const char* norm : {"1", "2"}) {
        CHECK(std::ranges::equal(model.values(layer + "norm_" + norm + ".gamma"),
                                 theirs(h + "ln_" + norm + ".weight").data));
        CHECK(std::ranges::equal(model.values(layer + "norm_" + norm + ".beta"),
                                 theirs(h + "ln_" + norm + ".bias").data));
      }
    }
    CHECK(std::ranges::equal(model.values("embedding.tokens"), theirs("wte.weight").data));
    CHECK(std::ranges::equal(model.values("embedding.positions"), theirs("wpe.weight").data));
    CHECK(std::ranges::equal(model.values("norm_final.gamma"), theirs("ln_f.weight").data));
    CHECK(std::ranges::equal(model.values("norm_final.beta"), theirs("ln_f.bias").data));
  }
}

TEST_CASE("gpt2: masks are passed over, and a head that is the embedding") {
  Pcg32 random(2);
  Arrays arrays = gpt2_arrays("transformer.");
  arrays["transformer.h.0.attn.bias"] = random_array({1, 1, n_tokens, n_tokens}, random);
  arrays["transformer.h.0.attn.masked_bias"] = random_array({}, random);
  arrays["lm_head.weight"] = arrays["transformer.wte.weight"];
  CHECK(Model().load(arrays) == "");
  arrays["transformer.h.2.mlp.c_fc.bias"] = random_array({d_ff}, random);
  CHECK(Model().load(arrays) == "the model has no transformer.h.2.mlp.c_fc.bias, which the file has");
  arrays.erase("transformer.h.2.mlp.c_fc.bias");
  arrays["lm_head.weight"].data[7] += 1;
  CHECK(Model().load(arrays) == "the model has no lm_head.weight, which the file has");
}

TEST_CASE("gpt2: a model with its own unembedding takes the head, or the embedding") {
  Arrays arrays = gpt2_arrays("");
  Model model(true);
  REQUIRE(model.load(arrays) == "");
  CHECK(std::ranges::equal(model.values("unembedding.w"), arrays["wte.weight"].data));
  Pcg32 random(3);
  arrays["lm_head.weight"] = random_array({vocab_size, d_model}, random);
  REQUIRE(model.load(arrays) == "");
  CHECK(std::ranges::equal(model.values("unembedding.w"), arrays["lm_head.weight"].data));
}

TEST_CASE("gpt2: what does not fit has its sentence") {
  Arrays fewer = gpt2_arrays("transformer."), more = gpt2_arrays(""), other = gpt2_arrays("");
  fewer.erase("transformer.h.1.attn.c_attn.bias");
  CHECK(Model().load(fewer) ==
        "the file has no layers.1.attention.b_q, named h.1.attn.c_attn.bias, which the model needs");
  more["h.2.ln_1.weight"] = more["h.1.ln_1.weight"];
  CHECK(Model().load(more) == "the model has no h.2.ln_1.weight, which the file has");
  other["h.0.attn.c_attn.weight"].shape = {3 * d_model, d_model};
  CHECK(Model().load(other) == "h.0.attn.c_attn.weight has the shape [18, 6]; the model needs [6, 18]");
  Model strange;
  float value = 0;
  Tensor tensor{"layers.0.attention.w_x", {1}, &value}, layer{"layers.0", {1}, &value};
  strange.tensors = {&tensor};
  CHECK(strange.load(more) == "the file has no layers.0.attention.w_x, which the model needs");
  strange.tensors = {&layer};
  CHECK(strange.load(more) == "the file has no layers.0, which the model needs");
}

}  // namespace attn::test
