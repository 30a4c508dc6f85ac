#include "model/scope.hpp"

#include <algorithm>
#include <cstdint>

#include "model/config.hpp"

namespace attn {
namespace {

// `layers.0.norm_1.gamma` -> `layers.0.norm_1.dgamma`
std::string with_d(std::string name, std::string_view d) {
  const std::size_t last = name.rfind('.') + 1;  // 0 if there is no dot
  return name.insert(last, d);
}

// The same place of every layer: `layers.0.attention.scores` -> `attention.scores`, with its shape and
// lengths.
std::string place(const std::string& name, const std::vector<int>& shape,
                  const std::vector<ModelTensors::Flexible>& flexible) {
  const std::size_t last = name.rfind('.');
  std::string text = last == name.npos || last == 0 ? name : name.substr(name.rfind('.', last - 1) + 1);
  text += shape_text(shape);
  for (const auto& axis : flexible)
    text += " " + std::to_string(reinterpret_cast<std::uintptr_t>(axis.length));
  return text;
}

}  // namespace

Parameter& ModelTensors::parameter(const std::string& name, std::vector<int> shape, Role role) {
  Tensor& value = tensors_.add(name, std::move(shape));
  value.trained = true;
  return parameters_.emplace_back(Parameter{.value = &value, .role = role});
}

std::vector<Tensor*> ModelTensors::weights() {
  std::vector<Tensor*> values;
  for (Parameter& parameter : parameters_) values.push_back(parameter.value);
  return values;
}

Intermediate ModelTensors::intermediate(const std::string& name, std::vector<int> shape,
                                        std::vector<Flexible> flexible) {
  return {&tensor(name, shape, flexible), &passing(with_d(name, "d"), shape, flexible)};
}

Tensor& ModelTensors::tensor(const std::string& name, std::vector<int> shape,
                             std::vector<Flexible> flexible) {
  Tensor& tensor = tensors_.add(name, std::move(shape));
  for (const Flexible& axis : flexible) flexible_.emplace_back(&tensor, axis);
  return tensor;
}

Tensor& ModelTensors::passing(const std::string& name, std::vector<int> shape,
                              std::vector<Flexible> flexible) {
  Tensor*& shared = shared_[keep_ ? name : place(name, shape, flexible)];
  if (!shared) shared = &tensor(keep_ ? name : "", std::move(shape), std::move(flexible));
  return *shared;
}

void ModelTensors::declare_rope(int n_tokens, int n_angles) {
  rope_cos_ = &tensors_.add("rope.cos", {n_tokens, n_angles});
  rope_sin_ = &tensors_.add("rope.sin", {n_tokens, n_angles});
}

void ModelTensors::need_scratch(std::size_t n_floats) { n_scratch_ = std::max(n_scratch_, n_floats); }

void ModelTensors::finish() { scratch_ = &tensors_.add("", {static_cast<int>(n_scratch_)}); }

void ModelTensors::declare_training() {
  for (Parameter& p : parameters_) {
    p.gradient = &tensors_.add(with_d(p.value->name, "d"), p.value->shape);
    p.first_moment = &tensors_.add(with_d(p.value->name, "first_moment_of_"), p.value->shape);
    p.second_moment = &tensors_.add(with_d(p.value->name, "second_moment_of_"), p.value->shape);
  }
}

void ModelTensors::clear_gradients() {
  for (Parameter& p : parameters_) std::ranges::fill(p.gradient->span(), 0.0f);
}

void ModelTensors::resize() {
  for (auto& [tensor, axis] : flexible_) tensors_.resize(*tensor, axis.axis, *axis.length);
}

}  // namespace attn
