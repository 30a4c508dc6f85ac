// A model as the command line has it: made, loaded and asked as JavaScript does, by the same requests.
#pragma once

#include <memory>
#include <string>

#include "cli/options.hpp"
#include "experiments/experiment.hpp"
#include "model/data/vocabulary.hpp"

namespace attn::cli {

/// "decoder", "transformer" or "recurrent": what --kind says, or what the config has the keys of.
std::string kind_of(const std::string& json, Options& options);

/// Every call throws Stop with the core's sentence where it refuses.
class Session {
 public:
  Session(const std::string& kind, const std::string& json);

  void load(const std::string& path);
  void save(const std::string& path) const;
  void request(const std::string& json);
  void run();

  double number(std::string_view name) { return static_cast<double>(*experiment_->tensors.find(name)->data); }
  int n_tokens_now() { return experiment_->tensors.find("tokens")->shape[0]; }
  int vocab_size();
  double n_parameters() const;
  /// 6 for each parameter: a multiplication and an addition, forward once and backward twice; 12 L d T for
  /// scores and sums over T positions (Kaplan et al. 2020, section 2.1, doubled, as all T are looked at).
  double flops_per_token(int n_tokens) const;

 private:
  std::unique_ptr<Experiment> experiment_;
};

/// Tokens are bytes, or the characters that occur in the file of --characters-of. Every token that the model
/// may say must be one, else it throws Stop.
Vocabulary read_vocabulary(Options& options, int vocab_size);
std::vector<int> encode(const Vocabulary& vocabulary, const std::string& text);

}  // namespace attn::cli
