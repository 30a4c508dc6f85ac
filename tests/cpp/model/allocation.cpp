// That training takes no memory after its first step. The count needs an `operator new` of our own, which
// would take AddressSanitizer's place: it is left out there, and counts in the WebAssembly build.
#include <doctest/doctest.h>

#include <cstdlib>
#include <new>

#include "built.hpp"
#include "model/source.hpp"
#include "sanitized.hpp"

#ifndef ATTN_SANITIZED

namespace {
long n_allocations = 0;
}

void* operator new(std::size_t size) {
  ++n_allocations;
  void* memory = std::malloc(size);
  if (!memory) std::abort();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace attn::test {

TEST_CASE("training: nothing is allocated after the first step") {
  const ExampleSource source = [](std::uint64_t seed, std::uint64_t index, Example& example) {
    Pcg32 random(seed, index);
    const std::size_t length = 4 + index % 3;
    example.source.assign(length, static_cast<int>(random.below(7)));
    example.tokens.assign(length, static_cast<int>(random.below(7)));
    example.targets.assign(length, static_cast<int>(random.below(7)));
  };
  const std::string sizes = R"({"vocab_size": 7, "d_model": 8, "n_tokens": 6)";
  const Built models[] = {
      build(make_decoder, sizes + R"(, "n_heads": 2, "n_layers": 2, "position": "rope"})"),
      build(make_transformer, sizes + R"(, "n_heads": 2, "n_encoder_layers": 1, "n_decoder_layers": 1})"),
      build(make_recurrent, sizes + "}")};
  for (const Built& built : models) {
    TrainingConfig config;
    config.batch_size = 3;
    Trainer trainer(*built.model, config, source);
    while (trainer.step() < 1) trainer.advance();
    const long before = n_allocations;
    while (trainer.step() < 4) trainer.advance();
    CHECK(n_allocations == before);
  }
  CHECK(n_allocations > 100);  // it does count
}

TEST_CASE("sources: an example that has its size takes no memory") {
  ModelConfig decoder, transformer;
  decoder.vocab_size = transformer.vocab_size = 64;
  decoder.n_tokens = transformer.n_tokens = 8;
  transformer.n_encoder_layers = 1;
  const auto count = [](const ModelConfig& model, const std::string& data) {
    Config request(R"({"data": )" + data + "}");
    const ExampleSource source = read_source(request, model);
    REQUIRE_MESSAGE(source, request.error());
    Example example;
    source(0, 0, example);
    const long before = n_allocations;
    for (std::uint64_t index = 1; index < 50; ++index) source(0, index, example);
    return n_allocations - before;
  };
  for (const char* data :
       {"[1, 2, 3, 4, 5, 6, 7, 8, 9]", R"("induction")", R"("delayed_copy")", R"("markov")"})
    CHECK(count(decoder, data) == 0);
  CHECK(count(transformer, R"("reversal", "shortest": 1)") == 0);
}

}  // namespace attn::test

#endif
