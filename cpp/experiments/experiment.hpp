// What a figure or a function of the API needs computed: a JSON config in, named tensors out.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/config.hpp"
#include "model/tensors.hpp"

namespace attn {

/// One computation with its tensors. Inputs are written into `tensors`, `run` computes all others from them.
class Experiment {
 public:
  virtual ~Experiment() = default;

  /// Gives the inputs their first values; called once, when the tensors have their memory.
  virtual void start() = 0;

  /// Computes `n_steps` steps. An empty string, or a sentence on the input that is wrong.
  virtual std::string run(int n_steps) = 0;

  TensorSet tensors;
};

/// Why there is no experiment: a code of the JavaScript interface and a sentence.
struct Failure {
  std::string_view code;
  std::string sentence;
};

/// Makes the experiment `kind` ("attention", "soft_lookup", "softmax") from its JSON config, or fills
/// `failure`.
std::unique_ptr<Experiment> create_experiment(std::string_view kind, std::string_view json, Failure& failure);

// Each declares the tensors of its experiment, or records in `config` what is wrong and returns null.
std::unique_ptr<Experiment> make_attention(Config& config);
std::unique_ptr<Experiment> make_soft_lookup(Config& config);
std::unique_ptr<Experiment> make_softmax(Config& config);

/// The sentence for a temperature that is negative or not a number; empty if it is fine.
std::string check_temperature(float temperature);

}  // namespace attn
