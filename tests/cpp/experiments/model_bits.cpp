// Models by the requests that the JavaScript interface makes: the bits of tests/golden/training-case.mjs.

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"
#include "model/safetensors.hpp"

namespace {

std::uint32_t fnv1a(const std::vector<std::byte>& bytes) {
  std::uint32_t hash = 0x811c9dc5;
  for (const std::byte byte : bytes) hash = (hash ^ static_cast<std::uint32_t>(byte)) * 0x01000193;
  return hash;
}

std::uint32_t hash_after_fifty_steps(const char* kind, const std::string& config, const std::string& data) {
  attn::Failure failure;
  const auto experiment = attn::create_experiment(
      kind, R"({"vocab_size":28,"d_model":16,"n_heads":2,"d_ff":32,"n_tokens":12,"seed":3,)" + config + "}",
      failure);
  REQUIRE_MESSAGE(experiment != nullptr, failure.sentence);
  failure =
      attn::configure(*experiment, R"({"action":"train","steps":50,"batch_size":3,"learning_rate":0.01,)"
                                   R"("warmup_steps":5,"schedule":"cosine","seed":5,)" +
                                       data + "}");
  REQUIRE_MESSAGE(failure.sentence.empty(), failure.sentence);
  CHECK(experiment->run(50 * 3).empty());
  CHECK(*experiment->tensors.find("step")->data == 50);
  const std::vector<attn::Tensor*> weights = experiment->weights();
  std::vector<std::byte> file(attn::safetensors_size(weights));
  attn::write_safetensors(weights, file);
  return fnv1a(file);
}

}  // namespace

TEST_CASE("models: fifty steps by request end in the same bits on every machine") {
  CHECK(hash_after_fifty_steps("decoder", R"("n_layers":2,"position":"rope")",
                               R"("data":"induction","shortest":3)") == 1516719108u);
  CHECK(hash_after_fifty_steps("transformer", R"("n_encoder_layers":1,"n_decoder_layers":1)",
                               R"("data":"reversal","shortest":3,"longest":8)") == 2152649471u);
}
