// Sentences on what is wrong.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace attn {

/// What takes the place of a % in a sentence: a text as it is, or a whole number in decimals. It must live as
/// long as the sentence is made.
class Part {
 public:
  [[gnu::always_inline]] Part(const char* text) : text_(text) {}
  [[gnu::always_inline]] Part(const std::string& text) : text_(text.data()), number_(length(text.size())) {}
  [[gnu::always_inline]] Part(std::string_view text) : text_(text.data()), number_(length(text.size())) {}
  template <std::integral T>
  [[gnu::always_inline]] Part(T number) : number_(static_cast<std::intptr_t>(number)) {}

  void append_to(std::string& whole) const;

 private:
  static std::intptr_t length(std::size_t size) { return static_cast<std::intptr_t>(size); }

  const char* text_ = nullptr;  // of so many characters, or to its final zero if negative; none for a number
  std::intptr_t number_ = -1;
};

/// `form` with its percent signs replaced by the parts, in order. One call: a sum of strings is a call and a
/// destructor for every plus, and the download has a hundred sentences.
std::string sentence(const char* form, std::initializer_list<Part> parts);

/// Adds to a list, as in "one, two, three".
void add_to_list(std::string& list, Part next);

}  // namespace attn
