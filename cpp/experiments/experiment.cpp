#include "experiments/experiment.hpp"

namespace attn {
namespace {

struct Kind {
  std::string_view name;
  std::unique_ptr<Experiment> (*make)(Config&);
};

constexpr Kind kinds[] = {
    {"attention", make_attention},
    {"soft_lookup", make_soft_lookup},
    {"softmax", make_softmax},
};

}  // namespace

std::unique_ptr<Experiment> create_experiment(std::string_view kind, std::string_view json,
                                              Failure& failure) {
  std::string names;
  for (const auto& [name, make] : kinds) {
    names += (names.empty() ? "" : ", ") + std::string(name);
    if (name != kind) continue;
    Config config(json);
    auto experiment = make(config);
    if (!config.finish()) {
      failure = {"invalid_argument", config.error()};
      return nullptr;
    }
    if (!experiment->tensors.allocate()) {
      failure = {"out_of_memory", "there is not enough memory for the tensors of " + std::string(kind)};
      return nullptr;
    }
    experiment->start();
    return experiment;
  }
  failure = {"invalid_argument", "kind (\"" + std::string(kind) + "\") must be one of " + names};
  return nullptr;
}

std::string check_temperature(float temperature) {
  if (temperature >= 0) return {};
  return "temperature (" + number_text(temperature) + ") must be 0 or more";
}

}  // namespace attn
