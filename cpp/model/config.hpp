// Configurations: the one door through which JSON enters the core, and where it is checked.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Numbers as nested JSON arrays gave them: row-major, equally long rows.
struct NumberArray {
  std::vector<int> shape;
  std::vector<float> data;
};

/// A flat JSON object whose values are numbers, strings, lists of strings or arrays of numbers (up to three
/// axes). The first thing found wrong, in the text or by a getter, is kept as a sentence in `error()`; after
/// it every getter returns a harmless value, so a reader checks once, at the end, with `finish`.
class Config {
 public:
  explicit Config(std::string_view json);
  /// A config of others' making: objects and arrays inside it, nulls and unknown keys are passed over as if
  /// they were not there.
  static Config foreign(std::string_view json);

  bool has(std::string_view key) const { return find(key) != nullptr; }
  bool is_number(std::string_view key) const;
  /// An array of numbers, of any shape.
  bool is_array(std::string_view key) const;

  /// A whole number within [min, max]; without a fallback the key must be there.
  int integer(std::string_view key, int min, int max, std::optional<int> fallback = {});
  /// A number within the range of float32.
  double number(std::string_view key, double fallback);
  float not_negative(std::string_view key, double fallback);
  float positive(std::string_view key, double fallback);
  bool boolean(std::string_view key, bool fallback);
  /// Which of `choices` it is: their order is that of the enumeration they stand for.
  template <typename Enum>
  Enum choice(std::string_view key, std::initializer_list<std::string_view> choices, Enum fallback) {
    return static_cast<Enum>(choice(key, choices, static_cast<int>(fallback)));
  }
  int choice(std::string_view key, std::initializer_list<std::string_view> choices, int fallback);
  /// Any string; `what` says in a sentence what it must be.
  std::string text(std::string_view key, const std::string& what);
  /// A list of strings, of any length from 1.
  std::vector<std::string> texts(std::string_view key);
  /// Finite numbers with `n_axes` axes.
  NumberArray numbers(std::string_view key, int n_axes);
  /// A list of whole numbers within [min, max], e.g. of tokens.
  std::vector<int> integers(std::string_view key, int min, int max);

  /// Records a sentence, unless there is one already. It names the field, the value and what was wanted.
  void fail(std::string sentence);
  /// Records that the value of `key`, which is there, must be `what`.
  void refuse(std::string_view key, const std::string& what);
  /// Refuses keys that no getter asked for, unless they are foreign. True if nothing was wrong.
  bool finish();
  const std::string& error() const { return error_; }

 private:
  friend class ConfigReader;
  Config() = default;
  enum class Kind { null, boolean, number, text, texts, numbers };
  struct Value {
    std::string key;
    Kind kind = Kind::null;
    double number = 0;
    std::string text;  // of a string; of a number, boolean or null as it was written
    std::vector<std::string> texts;
    NumberArray array;
  };

  const Value* find(std::string_view key) const;
  bool is(std::string_view key, Kind kind) const;
  const Value* wanted(std::string_view key, Kind kind, const std::string& what, bool required);
  static std::string shown(const Value& value);

  bool foreign_ = false;
  std::vector<Value> values_;
  std::vector<std::string> known_;
  std::string error_;
};

/// Whether it is a whole number within [min, max].
bool is_whole(double number, int min, int max);

/// `[2, 3]`, as shapes are written in sentences.
std::string shape_text(const std::vector<int>& shape);

/// `0.25`, `1e-30`, `inf`: a number as it is written in sentences.
std::string number_text(double number);

}  // namespace attn
