#include "cli/options.hpp"

#include <algorithm>
#include <charconv>

namespace attn::cli {
namespace {

// The number as JSON has it, or nothing if it is none: `.5` and `007` are numbers here, `inf` is not.
std::optional<std::string> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value - value != 0) return {};
  char digits[32];
  return std::string(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

std::optional<std::string> numbers(std::string_view text) {
  std::string array = "[";
  while (true) {
    const std::size_t comma = text.find(',');
    const auto entry = number(text.substr(0, comma));
    if (!entry) return {};
    array += *entry;
    if (comma == text.npos) return array + "]";
    array += ", ";
    text.remove_prefix(comma + 1);
  }
}

std::string quoted(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      json += std::string("\\u00") + digits[byte / 16] + digits[byte % 16];
      continue;
    }
    if (c == '"' || c == '\\') json += '\\';
    json += c;
  }
  return json + '"';
}

std::string json_of(std::string_view text) {
  if (text == "true" || text == "false") return std::string(text);
  if (const auto one = number(text)) return *one;
  if (const auto several = text.find(',') == text.npos ? std::nullopt : numbers(text)) return *several;
  return quoted(text);
}

}  // namespace

Options::Options(std::vector<std::string> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string& argument = arguments[i];
    if (!argument.starts_with("--")) {
      words_.push_back(std::move(argument));
      continue;
    }
    if (i + 1 == arguments.size()) throw Stop{argument + " must be followed by a value", 2};
    std::ranges::replace(argument, '-', '_');
    named_.emplace_back(argument.substr(2), arguments[++i]);
  }
}

std::string Options::word(const std::string& what) {
  if (next_word_ == words_.size()) throw Stop{what + " is missing", 2};
  return words_[next_word_++];
}

std::optional<std::string> Options::take(std::string_view name) {
  const auto found = std::ranges::find(named_, name, &std::pair<std::string, std::string>::first);
  if (found == named_.end()) return {};
  std::string value = std::move(found->second);
  named_.erase(found);
  return value;
}

void Options::no_more_words() const {
  if (next_word_ < words_.size()) throw Stop{words_[next_word_] + " is one word too many", 2};
}

void Options::no_more_options() const {
  if (!named_.empty()) throw Stop{"there is no option --" + named_.front().first, 2};
}

std::string Options::request(const std::string& first) const {
  std::string json = "{" + first;
  for (const auto& [name, value] : named_) json += ", " + member(name, value);
  return json + "}";
}

std::string member(std::string_view name, std::string_view value) {
  return quoted(name) + ": " + json_of(value);
}

std::string array_member(std::string_view name, std::string_view values) {
  if (const auto array = numbers(values)) return quoted(name) + ": " + *array;
  throw Stop{std::string(name) + " (" + quoted(values) + ") must be numbers with commas between them"};
}

std::string member(std::string_view name, const std::vector<int>& tokens) {
  std::string json = quoted(name) + ": [";
  for (const int token : tokens) json += (json.back() == '[' ? "" : ",") + std::to_string(token);
  return json + "]";
}

}  // namespace attn::cli
