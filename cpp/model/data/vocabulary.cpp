#include "model/data/vocabulary.hpp"

#include <algorithm>

#include "model/sentence.hpp"

namespace attn {
namespace {

constexpr std::uint32_t n_code_points = 0x110000;

std::uint32_t lone_byte(char byte) { return n_code_points + static_cast<unsigned char>(byte); }

// Takes the first unit off `text`, which is not empty: a code point in its one right form (RFC 3629), or a
// byte.
std::uint32_t take(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  std::uint32_t point = length == 1 ? first : first & (0x7fu >> length);
  bool whole = length > 0 && length <= text.size();
  for (std::size_t i = 1; whole && i < length; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    whole = (next & 0xc0u) == 0x80;
    point = point << 6 | (next & 0x3fu);
  }
  whole = whole && point >= smallest[length] && point < n_code_points && (point < 0xd800 || point > 0xdfff);
  if (!whole) point = lone_byte(text[0]);
  text.remove_prefix(whole ? length : 1);
  return point;
}

std::string text_of(std::uint32_t unit) {
  if (unit >= n_code_points) return std::string(1, static_cast<char>(unit - n_code_points));
  const int n_more = unit < 0x80 ? 0 : unit < 0x800 ? 1 : unit < 0x10000 ? 2 : 3;
  constexpr std::uint32_t leads[] = {0, 0xc0, 0xe0, 0xf0};
  std::string text(1, static_cast<char>(leads[n_more] | unit >> 6 * n_more));
  for (int i = n_more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (unit >> 6 * i & 0x3f));
  return text;
}

}  // namespace

Vocabulary Vocabulary::characters(std::string_view text) {
  Vocabulary vocabulary;
  std::vector<std::uint32_t>& units = vocabulary.units_;
  while (!text.empty()) {
    const std::uint32_t unit = take(text);
    const auto place = std::ranges::lower_bound(units, unit);
    if (place == units.end() || *place != unit) units.insert(place, unit);
  }
  return vocabulary;
}

Vocabulary Vocabulary::bytes() {
  Vocabulary vocabulary;
  vocabulary.by_bytes_ = true;
  for (int byte = 0; byte < 256; ++byte) vocabulary.units_.push_back(lone_byte(static_cast<char>(byte)));
  return vocabulary;
}

std::string Vocabulary::encode(std::string_view text, std::vector<int>& tokens) const {
  tokens.clear();
  while (!text.empty()) {
    const std::uint32_t unit = by_bytes_ ? lone_byte(text[0]) : take(text);
    if (by_bytes_) text.remove_prefix(1);
    const auto place = std::ranges::lower_bound(units_, unit);
    if (place == units_.end() || *place != unit) {
      return sentence("character % of the text (\"%\") must be one of the % of the vocabulary",
                      {tokens.size(), text_of(unit), size()});
    }
    tokens.push_back(static_cast<int>(place - units_.begin()));
  }
  return {};
}

std::string Vocabulary::text(int token) const { return text_of(units_[static_cast<std::size_t>(token)]); }

}  // namespace attn
