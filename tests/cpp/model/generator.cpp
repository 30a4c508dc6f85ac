// Generation against full passes, and what temperature, top_k and the seed do.
#include "model/generator.hpp"

#include <doctest/doctest.h>

#include "built.hpp"

namespace attn::test {
namespace {

const Example prompt{{}, {3, 0, 6}, {}};

Built decoder(const std::string& more = "") {
  return build_noisy(
      make_decoder,
      R"({"vocab_size": 7, "d_model": 8, "n_heads": 2, "n_layers": 2, "n_tokens": 6)" + more + "}");
}

GenerationConfig settings(const std::string& json) {
  GenerationConfig generation;
  Config config(json);
  generation.read(config);
  CHECK(config.finish());
  return generation;
}

std::vector<int> generated(const Built& built, const std::string& json, int n, const Example& from = prompt) {
  Generator generator(*built.model, settings(json), from);
  std::vector<int> tokens;
  for (int i = 0; i < n; ++i) tokens.push_back(generator.next());
  return tokens;
}

// A full pass of another model over the generator's context; beyond n_tokens, only the younger half is kept.
int most_probable(const Built& built, Example& context) {
  const int n_tokens = built->config().n_tokens;
  if (static_cast<int>(context.tokens.size()) > n_tokens)
    context.tokens.erase(context.tokens.begin(), context.tokens.end() - std::max(n_tokens / 2, 1));
  built->forward(context, 0);
  const float* row = built->logits().row(built->logits().rows - 1);
  context.tokens.push_back(static_cast<int>(std::max_element(row, row + 7) - row));
  return context.tokens.back();
}

// Generates n tokens at temperature 0, and as many by full passes.
void check_greedy(const Built& built, const Built& other, Example context, int n) {
  Generator generator(*built.model, settings(R"({"temperature": 0})"), context);
  for (int i = 0; i < n; ++i) {
    const int token = generator.next();
    CHECK(token == most_probable(other, context));
    const int last = other->logits().rows - 1;
    CHECK(same_bits(built->logits().rows_from(last, 1), other->logits().rows_from(last, 1)));
  }
}

}  // namespace

TEST_CASE("generator: at temperature 0 it takes what full passes find most probable, to the bit") {
  for (const char* more :
       {"", R"(, "position": "rope")", R"(, "position": "learned", "norm": "post")", R"(, "mask": "none")"}) {
    CAPTURE(more);
    check_greedy(decoder(more), decoder(more), prompt, 20);
    check_greedy(decoder(more), decoder(more), Example{{}, {1, 2, 3, 4, 5, 6, 0, 1}, {}}, 9);
  }
  const char* recurrent = R"({"vocab_size": 7, "d_model": 8, "n_tokens": 6})";
  check_greedy(build_noisy(make_recurrent, recurrent), build_noisy(make_recurrent, recurrent), prompt, 20);
}

TEST_CASE("generator: a model that sees one token alone, or two") {
  for (const char* n_tokens : {"1", "2"}) {
    const std::string json =
        std::string(R"({"vocab_size": 7, "d_model": 8, "n_layers": 2, "n_tokens": )") + n_tokens + "}";
    check_greedy(build_noisy(make_decoder, json), build_noisy(make_decoder, json), prompt, 8);
  }
}

TEST_CASE("generator: after a logit that is no number nothing is appended, and all is computed again") {
  const Built built = decoder(R"(, "tied": false)"), other = decoder(R"(, "tied": false)");
  float& weight = built["unembedding.w"](4, 2);
  const float right = weight;
  Generator generator(*built.model, settings(R"({"temperature": 0})"), prompt);
  weight = nan;
  for (int i = 0; i < 3; ++i) CHECK(generator.next() == no_token);
  weight = right;
  Example context = prompt;
  for (int i = 0; i < 9; ++i) CHECK(generator.next() == most_probable(other, context));
}

TEST_CASE("generator: of tokens equally probable top_k leaves out none") {
  const Built built = decoder(R"(, "tied": false)");
  std::ranges::fill(built.tensors->find("unembedding.w")->span(), 0.0f);
  const std::vector<int> tokens = generated(built, R"({"top_k": 2})", 300);
  for (int token = 0; token < 7; ++token) CHECK(std::ranges::count(tokens, token) > 15);
  CHECK(generated(built, R"({"temperature": 0})", 3) == std::vector{0, 0, 0});  // of ties the first
}

TEST_CASE("generator: one of the most probable, or nearly no temperature, is temperature 0") {
  const Built built = decoder();
  const std::vector<int> greedy = generated(built, R"({"temperature": 0})", 20);
  CHECK(generated(built, R"({"top_k": 1})", 20) == greedy);
  CHECK(generated(built, R"({"temperature": 1e-30})", 20) == greedy);
  CHECK(generated(built, R"({"top_k": 2, "seed": 1})", 20) != greedy);
}

TEST_CASE("generator: an encoder-decoder goes on from its source") {
  const char* json = R"({"vocab_size": 7, "d_model": 8, "n_heads": 2, "n_tokens": 6, "n_encoder_layers": 1,
                         "n_decoder_layers": 2})";
  const Built built = build_noisy(make_transformer, json), other = build_noisy(make_transformer, json);
  const Example first{{5, 1, 1, 2}, {0}, {}}, second{{3, 6}, {0}, {}};
  for (const Example& from : {first, second, first}) check_greedy(built, other, from, 10);
}

TEST_CASE("generator: tokens come as often as softmax says, and only among the k most probable") {
  const Built built = decoder();
  built->forward(prompt, 0);
  const Doubles logits = doubles(built->logits().rows_from(2, 1));
  for (const double temperature : {0.5, 1.0, 3.0}) {
    for (const int k : {0, 3, 1000}) {
      Doubles sorted = logits, expected;
      std::ranges::sort(sorted, std::greater<>());
      const double least = k == 3 ? sorted[2] : sorted.back();
      double total = 0;
      for (const double logit : logits) {
        expected.push_back(logit < least ? 0 : std::exp(logit / temperature));
        total += expected.back();
      }
      constexpr int n = 4000;
      Doubles counts(7);
      for (int seed = 0; seed < n; ++seed) {
        const GenerationConfig config{static_cast<float>(temperature), k, static_cast<std::uint64_t>(seed)};
        counts[static_cast<std::size_t>(Generator(*built.model, config, prompt).next())] += 1;
      }
      for (std::size_t i = 0; i < 7; ++i) {
        const double p = expected[i] / total;
        CAPTURE(temperature);
        CAPTURE(k);
        CHECK(std::abs(counts[i] - n * p) <= 4.5 * std::sqrt(n * p * (1 - p)));
      }
    }
  }
}

TEST_CASE("generator: the seed decides, and infinite temperature leaves out nothing") {
  const Built built = decoder();
  CHECK(generated(built, R"({"seed": 1})", 20) == generated(built, R"({"seed": 1})", 20));
  CHECK(generated(built, R"({"seed": 1})", 20) != generated(built, R"({"seed": 2})", 20));
  const std::vector<int> hot = generated(built, R"({"temperature": 3e38})", 200);
  for (int token = 0; token < 7; ++token) CHECK(std::ranges::count(hot, token) > 10);
}

}  // namespace attn::test
