// What a figure or a function of the API needs computed: a JSON config in, named tensors out.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "model/config.hpp"
#include "model/tensors.hpp"

namespace attn {

/// Why something could not be done: a code of the JavaScript interface and a sentence. Empty if it could.
struct Failure {
  std::string_view code;
  std::string sentence;
};

/// One computation with its tensors. Inputs are written into `tensors`, `run` computes all others from them.
class Experiment {
 public:
  virtual ~Experiment() = default;

  /// Gives the inputs their first values; called once, when the tensors have their memory.
  virtual void start() = 0;

  /// Sets what the next runs do, for experiments that can do several things. Where the request is refused,
  /// nothing changes.
  virtual Failure configure(Config& request);

  /// Computes `n_steps` steps. An empty string, or a sentence on the input that is wrong.
  virtual std::string run(int n_steps) = 0;

  /// What is saved and loaded.
  virtual std::vector<Tensor*> weights() { return {}; }

  TensorSet tensors;
};

/// A kind of experiment: what makes it of its config, and how that is read from JSON.
struct Kind {
  std::string_view name;
  std::unique_ptr<Experiment> (*make)(Config&);
  Config (*read)(std::string_view json) = [](std::string_view json) { return Config(json); };
};

/// The kinds that this program has: all of them, by kinds.cpp, unless it links another list in its place.
std::span<const Kind> kinds();

/// Makes an experiment of a kind ("attention", "decoder", ...) from its JSON config, or fills `failure`.
std::unique_ptr<Experiment> create_experiment(std::string_view kind, std::string_view json, Failure& failure);

// Each declares the tensors of its experiment, or records in `config` what is wrong and returns null.
std::unique_ptr<Experiment> make_attention(Config& config);
std::unique_ptr<Experiment> make_block(Config& config);
std::unique_ptr<Experiment> make_cross_entropy(Config& config);
std::unique_ptr<Experiment> make_decoder_experiment(Config& config);
std::unique_ptr<Experiment> make_distribution_fit(Config& config);
std::unique_ptr<Experiment> make_layer_norm(Config& config);
std::unique_ptr<Experiment> make_recurrent_experiment(Config& config);
std::unique_ptr<Experiment> make_soft_lookup(Config& config);
std::unique_ptr<Experiment> make_softmax(Config& config);
std::unique_ptr<Experiment> make_transformer_experiment(Config& config);

/// Sets what the next runs of `experiment` do, from JSON.
Failure configure(Experiment& experiment, std::string_view json);

/// Puts a safetensors file into the experiment's weights, under our names or GPT-2's: an empty string, or a
/// sentence on what does not fit, and then nothing has changed.
std::string load(Experiment& experiment, std::span<const std::byte> file);

/// The sentence for an input [1] that is not a whole number from 0 to `most`; empty if it is.
std::string check_index(const Tensor& input, int most);

/// The sentence for a temperature that is negative or not a number; empty if it is fine.
std::string check_temperature(float temperature);

}  // namespace attn
