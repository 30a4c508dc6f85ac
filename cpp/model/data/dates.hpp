// Dates as people write them into dates as ISO 8601 has them, character by character.
#pragma once

#include <string>
#include <string_view>

#include "model/data/task.hpp"

namespace attn {

/// A day from 1900 to 2099 in one of four ways for the encoder: 3 March 2021; March 3, 2021; 3 Mar 2021;
/// 3.3.2021. The decoder reads start and 2021-03-03, and is to say 2021-03-03 and end. Sources are padded
/// with end. Year, month and day of the month are uniform, and so is the way.
class DateTask final : public Task {
 public:
  /// Token t is characters[t]; `start` and `end` follow.
  static constexpr std::string_view characters = " ,-.0123456789ADFJMNOSabceghilmnoprstuvy";
  static constexpr int start = static_cast<int>(characters.size()), end = start + 1;
  static constexpr std::size_t longest = 18;  // "September 30, 2021"

  int vocab_size() const override { return end + 1; }
  int n_tokens() const override { return 11; }
  int n_source() const override { return longest; }
  void fill(std::uint64_t seed, std::uint64_t i, const TaskExample& example) const override;

  /// The texts of example i.
  struct Texts {
    std::string source, iso;
  };
  static Texts texts(std::uint64_t seed, std::uint64_t i);

  /// Writes the tokens of `text` and pads with end. False if a character is none of `characters` or the text
  /// is longer than `tokens`, which then are unspecified.
  static bool encode(std::string_view text, std::span<int> tokens);
};

}  // namespace attn
