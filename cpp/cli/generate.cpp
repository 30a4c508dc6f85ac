#include <charconv>
#include <iostream>

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/session.hpp"

namespace attn::cli {
namespace {

int read_n(Options& options) {
  const std::string text = options.take("n").value_or("100");
  int n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end != text.data() + text.size() || n < 1)
    throw Stop{"n (" + text + ") must be a whole number from 1"};
  return n;
}

}  // namespace

void generate(Options options) {
  const std::string json = read_file(options.word("CONFIG.json"));
  const std::string weights = options.word("WEIGHTS.safetensors");
  options.no_more_words();
  Session session(kind_of(json, options), json);
  session.load(weights);
  const int n = read_n(options);
  const auto prompt = options.take("prompt"), tokens = options.take("tokens"),
             source = options.take("source");
  if (prompt.has_value() == tokens.has_value()) throw Stop{"either --prompt or --tokens must be given", 2};

  Vocabulary vocabulary;
  std::string first = R"("action": "generate", )";
  if (prompt) {
    vocabulary = read_vocabulary(options, session.vocab_size());
    first += member("tokens", encode(vocabulary, *prompt));
  } else {
    first += array_member("tokens", *tokens);
  }
  if (source) first += ", " + array_member("source", *source);
  session.request(options.request(first));
  for (int i = 0; i < n; ++i) {
    session.run();
    const int token = static_cast<int>(session.number("next_token"));
    if (prompt) {
      std::cout << vocabulary.text(token) << std::flush;
    } else {
      std::cout << (i > 0 ? "," : "") << token;
    }
  }
  std::cout << '\n';
}

}  // namespace attn::cli
