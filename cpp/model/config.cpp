#include "model/config.hpp"

#include <algorithm>
#include <cstdint>

#include "model/config_reader.hpp"
#include "model/sentence.hpp"

namespace attn {
namespace {

std::string joined(const auto& words) {
  std::string text;
  for (const auto& word : words) add_to_list(text, word);
  return text;
}

}  // namespace

Config::Config(std::string_view json) { read_config(json, *this, false); }

Config Config::foreign(std::string_view json) {
  Config config;
  config.foreign_ = true;
  read_config(json, config, true);
  return config;
}

const Config::Value* Config::find(std::string_view key) const {
  const auto found = std::ranges::find(values_, key, &Value::key);
  return found == values_.end() ? nullptr : &*found;
}

bool Config::is(std::string_view key, Kind kind) const {
  const Value* value = find(key);
  return value && value->kind == kind;
}

bool Config::is_number(std::string_view key) const { return is(key, Kind::number); }
bool Config::is_array(std::string_view key) const { return is(key, Kind::numbers); }

const Config::Value* Config::wanted(std::string_view key, Kind kind, const std::string& what, bool required) {
  known_.emplace_back(key);
  const Value* value = find(key);
  if (!value && required) fail(sentence("% is missing: it must be %", {key, what}));
  if (value && value->kind != kind) refuse(key, what);
  return error_.empty() ? value : nullptr;
}

int Config::integer(std::string_view key, int min, int max, std::optional<int> fallback) {
  const std::string what = sentence("a whole number from % to %", {min, max});
  const Value* value = wanted(key, Kind::number, what, !fallback);
  if (!value) return fallback.value_or(min);
  if (!is_whole(value->number, min, max)) {
    refuse(key, what);
    return min;
  }
  return static_cast<int>(value->number);
}

double Config::number(std::string_view key, double fallback) {
  const Value* value = wanted(key, Kind::number, "a number", false);
  if (!value) return fallback;
  const auto narrow = static_cast<float>(value->number);
  if (narrow - narrow != 0) fail(sentence("% (%) is beyond the range of float32", {key, value->text}));
  return value->number;
}

float Config::not_negative(std::string_view key, double fallback) {
  const double value = number(key, fallback);
  if (!(value >= 0)) refuse(key, "0 or more");
  return static_cast<float>(value);
}

float Config::positive(std::string_view key, double fallback) {
  const auto value = static_cast<float>(number(key, fallback));
  if (!(value > 0)) refuse(key, "more than 0");
  return value;
}

bool Config::boolean(std::string_view key, bool fallback) {
  const Value* value = wanted(key, Kind::boolean, "true or false", false);
  return value ? value->number != 0 : fallback;
}

int Config::choice(std::string_view key, std::initializer_list<std::string_view> choices, int fallback) {
  const std::string what = "one of " + joined(choices);
  const Value* value = wanted(key, Kind::text, what, false);
  if (!value) return fallback;
  const auto found = std::ranges::find(choices, value->text);
  if (found != choices.end()) return static_cast<int>(found - choices.begin());
  refuse(key, what);
  return fallback;
}

std::string Config::text(std::string_view key, const std::string& what) {
  const Value* value = wanted(key, Kind::text, what, true);
  return value ? value->text : "";
}

std::vector<std::string> Config::texts(std::string_view key) {
  const Value* value = wanted(key, Kind::texts, "a list of strings", true);
  return value ? value->texts : std::vector<std::string>{""};
}

NumberArray Config::numbers(std::string_view key, int n_axes) {
  const std::string what = sentence("an array of numbers with %%", {n_axes, n_axes == 1 ? " axis" : " axes"});
  const NumberArray empty{std::vector<int>(static_cast<std::size_t>(n_axes), 1), {0}};
  const Value* value = wanted(key, Kind::numbers, what, true);
  if (!value) return empty;
  if (value->array.shape.size() != static_cast<std::size_t>(n_axes)) {
    refuse(key, what);
    return empty;
  }
  return value->array;
}

std::vector<int> Config::integers(std::string_view key, int min, int max) {
  std::vector<int> found;
  for (const float x : numbers(key, 1).data) {
    if (!is_whole(static_cast<double>(x), min, max)) {
      fail(sentence("%[%] (%) must be a whole number from % to %",
                    {key, found.size(), number_text(x), min, max}));
      break;
    }
    found.push_back(static_cast<int>(x));
  }
  return found;
}

void Config::fail(std::string sentence) {
  if (error_.empty()) error_ = std::move(sentence);
}

void Config::refuse(std::string_view key, const std::string& what) {
  fail(sentence("% (%) must be %", {key, shown(*find(key)), what}));
}

bool Config::finish() {
  for (const Value& value : values_) {
    if (!foreign_ && std::ranges::find(known_, value.key) == known_.end()) {
      fail(sentence("% is not a known key; known are %", {value.key, joined(known_)}));
    }
  }
  return error_.empty();
}

std::string Config::shown(const Value& value) {
  constexpr std::size_t longest = 40;
  switch (value.kind) {
    case Kind::text:
      return '"' + (value.text.size() > longest ? value.text.substr(0, longest) + "..." : value.text) + '"';
    case Kind::texts:
      return sentence("a list of % strings", {value.texts.size()});
    case Kind::numbers:
      return "an array of shape " + shape_text(value.array.shape);
    default:
      return value.text;
  }
}

bool is_whole(double number, int min, int max) {
  return number >= min && number <= max && number == static_cast<int>(number);
}

std::string shape_text(const std::vector<int>& shape) { return sentence("[%]", {joined(shape)}); }

// By hand: printf's way of writing floating-point numbers would be a twentieth of the module.
std::string number_text(double number) {
  if (number != number) return "nan";
  if (number < 0) return "-" + number_text(-number);
  if (number - number != 0) return "inf";
  int exponent = 0;
  if (number != 0 && (number >= 1e6 || number < 1e-3)) {
    for (; number >= 10; number /= 10) ++exponent;
    for (; number < 1; number *= 10) --exponent;
  }
  constexpr std::int64_t million = 1'000'000;
  auto millionths = static_cast<std::int64_t>(number * million + 0.5);
  if (exponent != 0 && millionths == 10 * million) {
    millionths = million;  // 9.9999999 rounds to 10
    ++exponent;
  }
  std::string text = std::to_string(millionths / million);
  if (millionths % million != 0) {
    text += "." + std::to_string(million + millionths % million).substr(1);
    text.erase(text.find_last_not_of('0') + 1);
  }
  return exponent == 0 ? text : text + "e" + std::to_string(exponent);
}

}  // namespace attn
