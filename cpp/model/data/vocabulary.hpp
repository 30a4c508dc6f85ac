// Text as tokens and back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The tokens of a text: its characters (code points of UTF-8), in their order, or all 256 bytes. A byte that
/// is no part of a character counts as one by itself, so that every text comes back as it was.
class Vocabulary {
 public:
  /// The characters that occur in `text`.
  static Vocabulary characters(std::string_view text);
  static Vocabulary bytes();

  int size() const { return static_cast<int>(units_.size()); }

  /// Writes the tokens of `text`. Returns an empty string, or a sentence if a character has no token.
  std::string encode(std::string_view text, std::vector<int>& tokens) const;
  /// The text of one token, which is in 0 ... size() - 1.
  std::string text(int token) const;

 private:
  bool by_bytes_ = false;
  std::vector<std::uint32_t> units_;  // ascending: code points, then 0x110000 + byte for bytes by themselves
};

}  // namespace attn
