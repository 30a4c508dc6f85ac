// The attention of tests/golden/attention-case.mjs has the same bits here as in every browser; see there for
// how the hash is made and what it is worth.

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <string>

#include "experiments/experiment.hpp"

namespace {

constexpr std::uint32_t expected_hash = 1797898970;

// Multiples of 2^-22 in [-2, 2), by a linear congruential generator.
void fill(attn::Tensor& tensor, std::uint32_t state) {
  for (float& value : tensor.span()) {
    state = state * 1664525 + 1013904223;
    value = static_cast<float>(state >> 8) / 4194304 - 2;
  }
}

std::uint32_t fnv1a(std::uint32_t hash, attn::Tensor& tensor) {
  for (float value : tensor.span()) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (int shift = 0; shift < 32; shift += 8) hash = (hash ^ (bits >> shift & 0xff)) * 0x01000193;
  }
  return hash;
}

// Goes on from `hash` with the tensors that attention gives for the fixed inputs.
std::uint32_t hash_attention(std::uint32_t hash, bool keep) {
  const std::string config =
      R"({"n_q": 33, "n_k": 67, "d_k": 44, "d_v": 36, "n_heads": 4, "mask": "causal", "keep": )";
  attn::Failure failure;
  const auto experiment = attn::create_experiment("attention", config + (keep ? "true}" : "false}"), failure);
  REQUIRE_MESSAGE(experiment, failure.sentence);
  attn::TensorSet& tensors = experiment->tensors;
  fill(*tensors.find("q"), 1);
  fill(*tensors.find("k"), 2);
  fill(*tensors.find("v"), 3);
  *tensors.find("temperature")->data = 0.75F;
  REQUIRE(experiment->run(1).empty());
  if (keep) hash = fnv1a(fnv1a(hash, *tensors.find("scores")), *tensors.find("weights"));
  return fnv1a(hash, *tensors.find("output"));
}

}  // namespace

TEST_CASE("golden: attention has the same bits everywhere") {
  CHECK(hash_attention(hash_attention(0x811c9dc5, true), false) == expected_hash);
}
