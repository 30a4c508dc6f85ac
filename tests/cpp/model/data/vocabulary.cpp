#include "model/data/vocabulary.hpp"

#include <doctest/doctest.h>

#include "ops/random.hpp"

namespace attn::test {
namespace {

std::string decoded(const Vocabulary& vocabulary, const std::vector<int>& tokens) {
  std::string text;
  for (const int token : tokens) text += vocabulary.text(token);
  return text;
}

}  // namespace

TEST_CASE("vocabulary: the characters of a text in the order of their code points") {
  const Vocabulary vocabulary = Vocabulary::characters("banana €é𝒳\n");
  std::string all;
  for (int token = 0; token < vocabulary.size(); ++token) all += vocabulary.text(token) + "|";
  CHECK(all == "\n| |a|b|n|é|€|𝒳|");
  std::vector<int> tokens = {99};
  CHECK(vocabulary.encode("é𝒳a", tokens) == "");
  CHECK(tokens == std::vector<int>{5, 7, 2});
  CHECK(vocabulary.encode("", tokens) == "");
  CHECK(tokens.empty());
}

TEST_CASE("vocabulary: a character without a token has its sentence") {
  const Vocabulary vocabulary = Vocabulary::characters("ab");
  std::vector<int> tokens;
  CHECK(vocabulary.encode("abä", tokens) ==
        "character 2 of the text (\"ä\") must be one of the 2 of the vocabulary");
}

TEST_CASE("vocabulary: the edges of UTF-8, and bytes that are no part of it") {
  // Largest and smallest code points of every length; then an overlong form, a surrogate, a code point too
  // large, a lone continuation, a lead without its rest, and leads that never occur.
  const char* const good[] = {"\x7f",         "\xc2\x80",         "\xdf\xbf",         "\xe0\xa0\x80",
                              "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf", "\xed\x9f\xbf",
                              "\xee\x80\x80"};
  for (const char* character : good) {
    CAPTURE(character);
    CHECK(Vocabulary::characters(character).size() == 1);
    CHECK(Vocabulary::characters(character).text(0) == character);
  }
  const std::pair<const char*, int> bad[] = {
      {"\xc0\x80", 2},         {"\xe0\x9f\xbf", 3}, {"\xed\xa0\x80", 3}, {"\xf0\x8f\xbf\xbf", 3},
      {"\xf4\x90\x80\x80", 3}, {"\x80", 1},         {"\xe2\x82", 2},     {"\xf8\x90\x81\x82", 4},
      {"\xff\xfe", 2},         {"\xe2\x82z", 3}};
  for (const auto& [text, size] : bad) {
    CAPTURE(text);
    CHECK(Vocabulary::characters(text).size() == size);
  }
}

TEST_CASE("vocabulary: any bytes come back as they were") {
  Pcg32 random(1);
  const std::string_view pieces[] = {"a", "é", "€", "𝒳", "\xff", "\xc3", "\xe2\x82", "\xf0\x9d", "\x80"};
  for (int trial = 0; trial < 300; ++trial) {
    std::string text;
    for (std::uint32_t i = 0; i < 20; ++i) text += pieces[random.below(9)];
    for (std::uint32_t i = 0; i < 5; ++i) text += static_cast<char>(random.below(256));
    for (const Vocabulary& vocabulary : {Vocabulary::characters(text), Vocabulary::bytes()}) {
      std::vector<int> tokens;
      CHECK(vocabulary.encode(text, tokens) == "");
      CHECK(decoded(vocabulary, tokens) == text);
      for (const int token : tokens) REQUIRE((token >= 0 && token < vocabulary.size()));
    }
  }
}

TEST_CASE("vocabulary: bytes are their own numbers") {
  const Vocabulary vocabulary = Vocabulary::bytes();
  CHECK(vocabulary.size() == 256);
  std::vector<int> tokens;
  CHECK(vocabulary.encode("aé", tokens) == "");
  CHECK(tokens == std::vector<int>{0x61, 0xc3, 0xa9});
}

}  // namespace attn::test
