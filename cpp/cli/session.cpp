#include "cli/session.hpp"

#include <vector>

#include "cli/files.hpp"
#include "model/safetensors.hpp"

namespace attn::cli {
namespace {

void check(const std::string& sentence) {
  if (!sentence.empty()) throw Stop{sentence};
}

}  // namespace

std::string kind_of(const std::string& json, Options& options) {
  const char* const usual = Config::foreign(json).has("n_encoder_layers") ? "transformer" : "decoder";
  std::string kind = options.take("kind").value_or(usual);
  if (kind == "decoder" || kind == "transformer" || kind == "recurrent") return kind;
  throw Stop{"kind (\"" + kind + "\") must be one of decoder, transformer, recurrent"};
}

Session::Session(const std::string& kind, const std::string& json) {
  Failure failure;
  experiment_ = create_experiment(kind, json, failure);
  check(failure.sentence);
}

void Session::load(const std::string& path) {
  const std::string file = read_file(path);
  check(attn::load(*experiment_, std::as_bytes(std::span(file))));
}

void Session::save(const std::string& path) const {
  const std::vector<Tensor*> weights = experiment_->weights();
  std::vector<std::byte> file(safetensors_size(weights));
  write_safetensors(weights, file);
  write_file(path, file);
}

void Session::request(const std::string& json) { check(configure(*experiment_, json).sentence); }

void Session::run() { check(experiment_->run(1)); }

int Session::vocab_size() {
  return experiment_->weights().front()->shape[0];  // embedding.tokens is every model's first
}

double Session::n_parameters() const {
  double n = 0;
  for (const Tensor* tensor : experiment_->weights()) n += static_cast<double>(tensor->size());
  return n;
}

double Session::flops_per_token(int n_tokens) const {
  double flops = 6 * n_parameters();
  for (const Tensor* tensor : experiment_->weights())
    if (tensor->name.ends_with("attention.w_q")) flops += 12.0 * tensor->shape[1] * n_tokens;
  return flops;
}

Vocabulary read_vocabulary(Options& options, int vocab_size) {
  const auto path = options.take("characters_of");
  const Vocabulary vocabulary = path ? Vocabulary::characters(read_file(*path)) : Vocabulary::bytes();
  if (vocab_size <= vocabulary.size()) return vocabulary;
  throw Stop{"vocab_size (" + std::to_string(vocab_size) + ") must be at most " +
             std::to_string(vocabulary.size()) + ", the number of " +
             (path ? "characters of " + *path : "bytes")};
}

std::vector<int> encode(const Vocabulary& vocabulary, const std::string& text) {
  std::vector<int> tokens;
  check(vocabulary.encode(text, tokens));
  return tokens;
}

}  // namespace attn::cli
