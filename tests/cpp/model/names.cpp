// What tensors a model has, by name and shape: what figures and safetensors look up.
#include <doctest/doctest.h>

#include "built.hpp"

namespace attn::test {
namespace {

// "name[shape]" of every trained tensor, in order.
std::string trained(const Built& built) {
  std::string text;
  for (const Parameter& p : built->tensors().parameters()) {
    text += (text.empty() ? "" : " ") + p.value->name + shape_text(p.value->shape);
  }
  return text;
}

std::string shape_of(const Built& built, const std::string& name) {
  const Tensor* tensor = built.tensors->find(name);
  return tensor ? shape_text(tensor->shape) : "none";
}

const std::string sizes_of_model = R"({"vocab_size": 7, "d_model": 4, "n_heads": 2, "n_tokens": 6)";

}  // namespace

TEST_CASE("names: the parameters of a decoder, by what its config asks for") {
  const std::string least = R"(, "n_layers": 1, "bias": false, "norm_kind": "rms"})";
  CHECK(trained(build(make_decoder, sizes_of_model + least)) ==
        "embedding.tokens[7, 4] layers.0.norm_1.gamma[4] layers.0.attention.w_q[4, 4] "
        "layers.0.attention.w_k[4, 4] layers.0.attention.w_v[4, 4] layers.0.attention.w_o[4, 4] "
        "layers.0.norm_2.gamma[4] layers.0.feed_forward.w_1[16, 4] layers.0.feed_forward.w_2[4, 16] "
        "norm_final.gamma[4]");
  const std::string most = R"(, "n_layers": 2, "tied": false, "position": "learned", "d_ff": 5})";
  const Built built = build(make_decoder, sizes_of_model + most);
  CHECK(shape_of(built, "embedding.positions") == "[6, 4]");
  CHECK(shape_of(built, "unembedding.w") == "[7, 4]");
  CHECK(shape_of(built, "layers.1.norm_1.beta") == "[4]");
  CHECK(shape_of(built, "layers.1.attention.b_o") == "[4]");
  CHECK(shape_of(built, "layers.1.feed_forward.b_1") == "[5]");
  CHECK(shape_of(built, "layers.1.feed_forward.dw_1") == "[5, 4]");
  CHECK(shape_of(built, "embedding.second_moment_of_positions") == "[6, 4]");
  CHECK(shape_of(build(make_decoder, sizes_of_model + R"(, "n_layers": 2, "norm": "post"})"),
                 "norm_final.gamma") == "none");
}

TEST_CASE("names: encoder and decoder share one table") {
  const Built built =
      build(make_transformer, sizes_of_model + R"(, "n_encoder_layers": 1, "n_decoder_layers": 2})");
  CHECK(built->config().norm == NormPlacement::post);
  CHECK(shape_of(built, "embedding.tokens") == "[7, 4]");
  CHECK(shape_of(built, "encoder.layers.0.attention.w_q") == "[4, 4]");
  CHECK(shape_of(built, "encoder.layers.0.cross_attention.w_q") == "none");
  CHECK(shape_of(built, "encoder.layers.1.attention.w_q") == "none");
  CHECK(shape_of(built, "decoder.layers.1.cross_attention.w_q") == "[4, 4]");
  CHECK(shape_of(built, "decoder.layers.1.norm_3.gamma") == "[4]");
}

TEST_CASE("names: intermediates are as long as the sequences at hand, and unnamed where memory is shared") {
  const std::string more = R"(, "n_encoder_layers": 2, "n_decoder_layers": 2)";
  const Built kept = build(make_transformer, sizes_of_model + more + "}"),
              shared = build(make_transformer, sizes_of_model + more + R"(, "keep": false})");
  const Example example{{1, 2, 3, 4, 5}, {0, 6, 1}, {6, 1, -1}};
  for (const Built* built : {&kept, &shared}) {
    (*built)->forward(example, 0);
    (*built)->loss(example);
    CHECK(shape_of(*built, "encoder.layers.0.attention.weights") == "[2, 5, 5]");
    CHECK(shape_of(*built, "decoder.layers.0.attention.weights") == "[2, 3, 3]");
    CHECK(shape_of(*built, "decoder.layers.1.cross_attention.weights") == "[2, 3, 5]");
    CHECK(shape_of(*built, "decoder.layers.1.cross_attention.k") == "[5, 4]");
    CHECK(shape_of(*built, "decoder.logits") == "[3, 7]");
    CHECK(shape_of(*built, "decoder.losses") == "[3]");
  }
  kept->forward(example, 2);
  CHECK(shape_of(kept, "decoder.layers.1.cross_attention.weights") == "[2, 1, 5]");
  for (const char* name : {"decoder.layers.1.cross_attention.scores", "encoder.layers.1.attention.scores",
                           "decoder.layers.0.attention.dweights", "decoder.dlogits"}) {
    CHECK(shape_of(kept, name) != "none");
    CHECK(shape_of(shared, name) == "none");
  }
}

TEST_CASE("names: weights of attention are rows that sum to 1, 0 above the diagonal") {
  const Built built = build_noisy(make_decoder, sizes_of_model + R"(, "n_layers": 2})");
  built->forward({{}, {0, 6, 1, 2, 5}, {}}, 0);
  Tensor& weights = *built.tensors->find("layers.1.attention.weights");
  for (int head = 0; head < 2; ++head) {
    for (int i = 0; i < 5; ++i) {
      double sum = 0;
      for (int j = 0; j < 5; ++j) {
        sum += static_cast<double>(weights.matrix(head)(i, j));
        if (j > i) CHECK(weights.matrix(head)(i, j) == 0);
      }
      CHECK(sum == doctest::Approx(1).epsilon(1e-6));
    }
  }
}

}  // namespace attn::test
