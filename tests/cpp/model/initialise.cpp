// The statistics that a model's weights start with.
#include <doctest/doctest.h>

#include "built.hpp"

namespace attn::test {
namespace {

// Of the parameters whose names end like this, of all layers together.
double mean_square(const Built& built, std::string_view ending) {
  double sum = 0, n = 0;
  for (const Parameter& p : built->tensors().parameters()) {
    if (!p.value->name.ends_with(ending)) continue;
    const Doubles values = doubles(p.value->matrix());
    sum += dot(values, values);
    n += static_cast<double>(values.size());
  }
  REQUIRE(n > 0);
  return sum / n;
}

Built initialised(const std::string& more) {
  return build(
      make_decoder,
      R"({"vocab_size": 200, "d_model": 64, "n_heads": 2, "n_layers": 8, "n_tokens": 4)" + more + "}");
}

}  // namespace

TEST_CASE("initial weights: gpt2 has deviation 0.02, of residual projections 0.02 / sqrt(2 n_layers)") {
  const Built built = initialised(R"(, "init": "gpt2")");
  for (const char* name : {"w_q", "w_k", "w_v", "w_1", "embedding.tokens"})
    CHECK(relative_error(mean_square(built, name), 4e-4) < 0.05);
  for (const char* name : {"w_o", "w_2"}) CHECK(relative_error(mean_square(built, name), 4e-4 / 16) < 0.05);
}

TEST_CASE("initial weights: xavier by the sizes of each, embeddings 1 / sqrt(d_model), biases 0, gains 1") {
  const Built built = initialised("");
  for (const char* name : {"w_q", "w_k", "w_v", "w_o"})
    CHECK(relative_error(mean_square(built, name), 2.0 / 128) < 0.05);
  for (const char* name : {"w_1", "w_2"})
    CHECK(relative_error(mean_square(built, name), 2.0 / (64 + 256)) < 0.05);
  CHECK(relative_error(mean_square(built, "embedding.tokens"), 1.0 / 64) < 0.05);
  for (const char* name : {"b_q", "b_1", "beta"}) CHECK(mean_square(built, name) == 0);
  CHECK(mean_square(built, "gamma") == 1);
}

}  // namespace attn::test
