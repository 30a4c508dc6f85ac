#include "experiments/experiment.hpp"

#include <algorithm>

#include "model/gpt2.hpp"
#include "model/sentence.hpp"

namespace attn {

Failure Experiment::configure(Config&) {
  return {"invalid_argument", "an experiment of this kind takes no requests"};
}

std::unique_ptr<Experiment> create_experiment(std::string_view kind, std::string_view json,
                                              Failure& failure) {
  std::string names;
  for (const auto& [name, make, read] : kinds()) {
    add_to_list(names, name);
    if (name != kind) continue;
    Config config = read(json);
    auto experiment = make(config);
    if (!config.finish()) {
      failure = {"invalid_argument", config.error()};
      return nullptr;
    }
    if (!experiment->tensors.allocate()) {
      failure = {"out_of_memory", sentence("there is not enough memory for the tensors of %", {kind})};
      return nullptr;
    }
    experiment->start();
    return experiment;
  }
  failure = {"invalid_argument", sentence("kind (\"%\") must be one of %", {kind, names})};
  return nullptr;
}

Failure configure(Experiment& experiment, std::string_view json) {
  Config request(json);
  if (!request.error().empty()) return {"invalid_argument", request.error()};
  return experiment.configure(request);
}

std::string load(Experiment& experiment, std::span<const std::byte> file) {
  const std::vector<Tensor*> weights = experiment.weights();
  if (weights.empty()) return "an experiment of this kind has no weights";
  const SafetensorsFile read = read_safetensors(file);
  const bool gpt2 =
      std::ranges::any_of(read.tensors, [](const StoredTensor& t) { return t.name.ends_with("wte.weight"); });
  return gpt2 ? load_weights(weights, read, Gpt2Names()) : load_weights(weights, read);
}

std::string check_index(const Tensor& input, int most) {
  const float value = *input.data;
  if (is_whole(static_cast<double>(value), 0, most)) return {};
  return sentence("% (%) must be a whole number from 0 to %", {input.name, number_text(value), most});
}

std::string check_temperature(float temperature) {
  if (temperature >= 0) return {};
  return sentence("temperature (%) must be 0 or more", {number_text(temperature)});
}

}  // namespace attn
