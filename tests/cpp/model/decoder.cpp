// The decoder against its twin: what it computes and what it learns from, in every configuration.
#include <doctest/doctest.h>

#include "twin.hpp"

namespace attn::test {
namespace {

const Example example{{}, {3, 0, 6, 3, 5}, {0, 6, -1, 5, 1}};

constexpr const char* norms[] = {"pre", "post"};
constexpr const char* norm_kinds[] = {"layer", "rms"};
constexpr const char* activations[] = {"relu", "gelu", "gelu_exact"};
constexpr const char* positions[] = {"none", "sinusoidal", "learned", "rope", "alibi"};
constexpr const char* masks_of_models[] = {"causal", "none"};
constexpr const char* booleans[] = {"true", "false"};
constexpr const char* inits[] = {"xavier", "gpt2"};

std::string json_of(int norm, int kind, int activation, int position, int mask, int tied, int bias,
                    int init) {
  return std::string(R"({"vocab_size": 7, "d_model": 8, "n_heads": 2, "n_layers": 2, "n_tokens": 6)") +
         R"(, "norm": ")" + norms[norm] + R"(", "norm_kind": ")" + norm_kinds[kind] +
         R"(", "activation": ")" + activations[activation] + R"(", "position": ")" + positions[position] +
         R"(", "mask": ")" + masks_of_models[mask] + R"(", "init": ")" + inits[init] + R"(", "tied": )" +
         booleans[tied] + R"(, "bias": )" + booleans[bias] + "}";
}

// Every norm with every activation and every position, and the other choices by coin.
std::string mixed(int n) {
  Pcg32 coin(static_cast<std::uint64_t>(n));
  const auto toss = [&] { return static_cast<int>(coin.below(2)); };
  const int kind = toss(), mask = toss(), tied = toss(), bias = toss(), init = toss();
  return json_of(n % 2, kind, n % 3, n % 5, mask, tied, bias, init);
}

}  // namespace

TEST_CASE("decoder: logits and loss of all 960 configurations, against double") {
  double worst = 0;
  for (int n = 0; n < 960; ++n) {
    const std::string json =
        json_of(n / 480, n / 240 % 2, n / 80 % 3, n / 16 % 5, n / 8 % 2, n / 4 % 2, n / 2 % 2, n % 2);
    const double error = forward_error(build_noisy(make_decoder, json), twin_decoder, example);
    worst = std::max(worst, error);
    if (error > 2e-6) FAIL_CHECK(json, ": ", error);
  }
  CHECK(worst > 0);  // at worst 1.2e-6
}

TEST_CASE("decoder: the gradient of every parameter, against central differences") {
  double worst = 0;
  for (int n = 0; n < 30; ++n) {
    const double error = gradient_error(build_noisy(make_decoder, mixed(n)), twin_decoder, example, 20);
    worst = std::max(worst, error);
    if (error > 1e-5) FAIL_CHECK(mixed(n), ": ", error);
  }
  CHECK(worst > 0);  // at worst 5.4e-6
}

}  // namespace attn::test
