// The encoder-decoder against its twin.
#include <doctest/doctest.h>

#include "twin.hpp"

namespace attn::test {
namespace {

// The source is longer than what is made of it.
const Example example{{2, 6, 1, 0, 4}, {3, 0, 6, 5}, {0, 6, -1, 1}};

std::string json_of(int n) {
  constexpr const char* activations[] = {"relu", "gelu", "gelu_exact"};
  constexpr const char* positions[] = {"none", "sinusoidal", "learned", "rope", "alibi"};
  const auto text = [n](int part, const char* yes, const char* no) { return n / part % 2 == 0 ? yes : no; };
  return std::string(R"({"vocab_size": 7, "d_model": 8, "n_heads": 2, "n_tokens": 6, "d_ff": 11)") +
         R"(, "n_encoder_layers": )" + text(7, "1", "2") + R"(, "n_decoder_layers": )" + text(11, "1", "2") +
         R"(, "norm": ")" + text(1, "post", "pre") + R"(", "norm_kind": ")" + text(2, "layer", "rms") +
         R"(", "activation": ")" + activations[n % 3] + R"(", "position": ")" + positions[n % 5] +
         R"(", "tied": )" + text(3, "true", "false") + R"(, "bias": )" + text(5, "true", "false") + "}";
}

}  // namespace

TEST_CASE("transformer: logits, loss and the gradient of every parameter, against double") {
  double worst_forward = 0, worst_gradient = 0;
  for (int n = 0; n < 30; ++n) {
    const Built built = build_noisy(make_transformer, json_of(n));
    const double forward = forward_error(built, twin_transformer, example);
    const double gradient = n < 15 ? gradient_error(built, twin_transformer, example, 20) : 0;
    worst_forward = std::max(worst_forward, forward);
    worst_gradient = std::max(worst_gradient, gradient);
    if (forward > 2e-6 || gradient > 1e-5) FAIL_CHECK(json_of(n), ": ", forward, ", ", gradient);
  }
  CHECK(worst_forward > 0);   // at worst 4.3e-7
  CHECK(worst_gradient > 0);  // at worst 6.5e-6
}

}  // namespace attn::test
