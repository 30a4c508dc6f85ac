// GPT-2's checkpoint as others publish it: config.json and safetensors in, the logits of its architecture
// out.
#include <doctest/doctest.h>

#include <cmath>

#include "experiments/experiment.hpp"
#include "model/gpt2_file.hpp"

namespace attn::test {
namespace {

using Row = std::vector<double>;

// The architecture as published (Radford et al. 2019, section 2.3, and their model.py), one vector at a time.
class Reference {
 public:
  explicit Reference(const Arrays& arrays) : arrays_(arrays) {}

  std::vector<Row> logits(const std::vector<int>& tokens) const {
    std::vector<Row> x;
    for (std::size_t t = 0; t < tokens.size(); ++t) {
      Row row;
      for (int i = 0; i < d_model; ++i)
        row.push_back(at("wte.weight", tokens[t] * d_model + i) +
                      at("wpe.weight", static_cast<int>(t) * d_model + i));
      x.push_back(row);
    }
    for (int n = 0; n < n_layers; ++n) {
      const std::string h = "h." + std::to_string(n);
      std::vector<Row> qkv;
      for (const Row& row : x) qkv.push_back(conv1d(layer_norm(row, h + ".ln_1"), h + ".attn.c_attn"));
      for (std::size_t t = 0; t < x.size(); ++t)
        x[t] = sum(x[t], conv1d(attention(qkv, t), h + ".attn.c_proj"));
      for (Row& row : x) {
        Row hidden = conv1d(layer_norm(row, h + ".ln_2"), h + ".mlp.c_fc");
        for (double& y : hidden) y = gelu_new(y);
        row = sum(row, conv1d(hidden, h + ".mlp.c_proj"));
      }
    }
    for (Row& row : x) row = unembed(layer_norm(row, "ln_f"));
    return x;
  }

 private:
  double at(const std::string& name, int i) const {
    return static_cast<double>(arrays_.at("transformer." + name).data.at(static_cast<std::size_t>(i)));
  }
  int columns(const std::string& name) const { return arrays_.at("transformer." + name).shape.back(); }

  static Row sum(Row a, const Row& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
  }

  static double gelu_new(double x) {
    return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * std::pow(x, 3))));
  }

  // x W + b, W [in, out]
  Row conv1d(const Row& x, const std::string& name) const {
    const int n_out = columns(name + ".weight");
    Row y;
    for (int j = 0; j < n_out; ++j) {
      double total = at(name + ".bias", j);
      for (std::size_t i = 0; i < x.size(); ++i)
        total += x[i] * at(name + ".weight", static_cast<int>(i) * n_out + j);
      y.push_back(total);
    }
    return y;
  }

  Row layer_norm(const Row& x, const std::string& name) const {
    double mean = 0, variance = 0;
    for (const double value : x) mean += value / d_model;
    for (const double value : x) variance += (value - mean) * (value - mean) / d_model;
    Row y;
    for (int i = 0; i < d_model; ++i)
      y.push_back((x[static_cast<std::size_t>(i)] - mean) / std::sqrt(variance + 1e-5) *
                      at(name + ".weight", i) +
                  at(name + ".bias", i));
    return y;
  }

  // The heads' outputs at position t beside each other; queries, keys and values stand so in qkv.
  static Row attention(const std::vector<Row>& qkv, std::size_t t) {
    constexpr std::size_t d = d_model, d_head = d_model / n_heads;
    Row output(d, 0.0);
    for (std::size_t first = 0; first < d; first += d_head) {
      Row weights;
      double total = 0;
      for (std::size_t s = 0; s <= t; ++s) {
        double score = 0;
        for (std::size_t i = first; i < first + d_head; ++i) score += qkv[t][i] * qkv[s][d + i];
        weights.push_back(std::exp(score / std::sqrt(static_cast<double>(d_head))));
        total += weights.back();
      }
      for (std::size_t s = 0; s <= t; ++s)
        for (std::size_t i = first; i < first + d_head; ++i)
          output[i] += weights[s] / total * qkv[s][2 * d + i];
    }
    return output;
  }

  Row unembed(const Row& x) const {
    Row logits;
    for (int token = 0; token < vocab_size; ++token) {
      double total = 0;
      for (int i = 0; i < d_model; ++i)
        total += x[static_cast<std::size_t>(i)] * at("wte.weight", token * d_model + i);
      logits.push_back(total);
    }
    return logits;
  }

  const Arrays& arrays_;
};

constexpr std::string_view config_json = R"({
  "activation_function": "gelu_new", "architectures": ["GPT2LMHeadModel"], "attn_pdrop": 0.1,
  "bos_token_id": 4, "layer_norm_epsilon": 1e-05, "model_type": "gpt2", "n_ctx": 4, "n_embd": 6, "n_head": 2,
  "n_inner": 8, "n_layer": 2, "n_positions": 4, "reorder_and_upcast_attn": false, "resid_pdrop": 0.1,
  "scale_attn_by_inverse_layer_idx": false, "scale_attn_weights": true, "summary_activation": null,
  "task_specific_params": {"text-generation": {"do_sample": true, "max_length": 50}}, "vocab_size": 5})";

}  // namespace

TEST_CASE("gpt2: a checkpoint gives the logits of the published architecture") {
  const Arrays arrays = gpt2_arrays("transformer.");
  Failure failure;
  const auto experiment = create_experiment("decoder", config_json, failure);
  REQUIRE_MESSAGE(experiment, failure.sentence);
  REQUIRE(load(*experiment, file_with(arrays)) == "");
  REQUIRE(configure(*experiment, R"({"action": "forward", "tokens": [3, 0, 4, 1]})").sentence == "");
  REQUIRE(experiment->run(1) == "");
  const std::vector<Row> expected = Reference(arrays).logits({3, 0, 4, 1});
  const MatrixView<float> logits = experiment->tensors.find("logits")->matrix();
  REQUIRE(logits.rows == n_tokens);
  REQUIRE(logits.cols == vocab_size);
  for (int t = 0; t < n_tokens; ++t) {
    for (int token = 0; token < vocab_size; ++token) {
      CAPTURE(t);
      CAPTURE(token);
      const double logit = expected[static_cast<std::size_t>(t)][static_cast<std::size_t>(token)];
      CHECK(static_cast<double>(logits(t, token)) == doctest::Approx(logit).scale(10).epsilon(1e-6));
    }
  }
}

}  // namespace attn::test
