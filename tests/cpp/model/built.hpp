// A model with its memory, ready to be asked; and the parameters as the twins take them.
#pragma once

#include <doctest/doctest.h>

#include <map>
#include <memory>
#include <string>

#include "model/model.hpp"
#include "ops/gradient.hpp"

namespace attn::test {

using Parameters = std::map<std::string, Doubles>;
using MakeModel = std::unique_ptr<Model> (*)(TensorSet& tensors, Config& config);

struct Built {
  std::unique_ptr<TensorSet> tensors = std::make_unique<TensorSet>();
  std::unique_ptr<Model> model;

  Model* operator->() const { return model.get(); }
  MatrixView<float> operator[](std::string_view name) const { return tensors->find(name)->matrix(); }

  Parameters parameters() const {
    Parameters values;
    for (const Parameter& p : model->tensors().parameters())
      values[p.value->name] = doubles(p.value->matrix());
    return values;
  }
};

/// A model in training; its config must be right.
inline Built build(MakeModel make, const std::string& json) {
  Built built;
  Config config(json);
  built.model = make(*built.tensors, config);
  REQUIRE_MESSAGE(built.model, config.error());
  built->tensors().declare_training();
  REQUIRE(built.tensors->allocate());
  built->start();
  return built;
}

/// As `build`, with noise on every parameter: a bias of 0 or a gain of 1 would hide its own absence.
inline Built build_noisy(MakeModel make, const std::string& json) {
  Built built = build(make, json);
  Pcg32 random(7);
  for (const Parameter& p : built->tensors().parameters()) {
    for (float& x : p.value->span()) x += 0.2f * random.normal();
  }
  return built;
}

/// Sets every gradient to that of the mean loss, which it returns.
inline double learn(const Built& built, const Example& example) {
  for (const Parameter& p : built->tensors().parameters()) std::ranges::fill(p.gradient->span(), 0.0f);
  const auto n = std::ranges::count_if(example.targets, [](int target) { return target >= 0; });
  built->forward(example, 0);
  const double loss = built->loss(example) / static_cast<double>(n);
  built->backward(example, 1 / static_cast<float>(n));
  return loss;
}

}  // namespace attn::test
