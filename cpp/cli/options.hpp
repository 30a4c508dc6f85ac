// The words of a command line, and the requests that they make.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::cli {

/// What ends a command: a sentence, and the exit code: 1 if something could not be done, 2 if the command
/// itself was not understood.
struct Stop {
  std::string sentence;
  int exit_code = 1;
};

/// Words such as files, in order, and options `--name value`. A name may be written with - or _ inside.
class Options {
 public:
  /// Throws Stop where an option has no value.
  explicit Options(std::vector<std::string> arguments);

  /// The next word; `what` names it where it is missing, which throws Stop.
  std::string word(const std::string& what);
  /// Takes an option out: what is left goes into a request.
  std::optional<std::string> take(std::string_view name);
  /// Throws Stop if there is another word.
  void no_more_words() const;
  /// Throws Stop if there is another option.
  void no_more_options() const;

  /// `{"name": value, ...}` of all options left, behind `first` (`"action": "train"`). Numbers, true and
  /// false are such, numbers with commas between them arrays, all else is a string.
  std::string request(const std::string& first) const;

 private:
  std::vector<std::string> words_;
  std::vector<std::pair<std::string, std::string>> named_;
  std::size_t next_word_ = 0;
};

/// `"name": ` and the value as `Options::request` has it.
std::string member(std::string_view name, std::string_view value);

/// `"name": [1, 2, 3]`, of `1,2,3` or of tokens; throws Stop where there are no numbers.
std::string array_member(std::string_view name, std::string_view values);
std::string member(std::string_view name, const std::vector<int>& tokens);

}  // namespace attn::cli
