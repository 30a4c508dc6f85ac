#include "model/scope.hpp"

#include <algorithm>
#include <cstdint>

#include "model/sentence.hpp"

namespace attn {
namespace {

// `layers.0.norm_1.gamma` -> `layers.0.norm_1.dgamma`
std::string with_d(std::string_view name, std::string_view d) {
  const std::size_t last = name.rfind('.') + 1;  // 0 if there is no dot
  return sentence("%%%", {name.substr(0, last), d, name.substr(last)});
}

// The same place of every layer: `layers.0.attention.scores` -> `attention.scores`, with its axes.
std::string place(std::string_view name, Axes axes) {
  const std::size_t last = name.rfind('.');
  const bool nested = last != name.npos && last > 0;
  std::string text(nested ? name.substr(name.rfind('.', last - 1) + 1) : name);
  for (const Axis& axis : axes)
    text += sentence(" % %", {axis.extent, reinterpret_cast<std::uintptr_t>(axis.length)});
  return text;
}

}  // namespace

Parameter& ModelTensors::parameter(std::string_view name, std::initializer_list<int> shape, Role role) {
  Tensor& value = tensors_.add(name, shape);
  value.trained = true;
  return parameters_.emplace_back(Parameter{.value = &value, .role = role});
}

std::vector<Tensor*> ModelTensors::weights() {
  std::vector<Tensor*> values;
  for (Parameter& parameter : parameters_) values.push_back(parameter.value);
  return values;
}

Intermediate ModelTensors::intermediate(std::string_view name, Axes axes) {
  return {&tensor(name, axes), &passing(with_d(name, "d"), axes)};
}

Tensor& ModelTensors::tensor(std::string_view name, Axes axes) {
  Tensor& tensor = tensors_.add(name, {});
  for (const Axis& axis : axes) {
    if (axis.length) flexible_.push_back({&tensor, static_cast<int>(tensor.shape.size()), axis.length});
    tensor.shape.push_back(axis.extent);
  }
  return tensor;
}

Tensor& ModelTensors::passing(std::string_view name, Axes axes) {
  if (keep_) return tensor(name, axes);
  const std::string key = place(name, axes);
  const auto found = std::ranges::find(shared_, key, &std::pair<std::string, Tensor*>::first);
  if (found != shared_.end()) return *found->second;
  return *shared_.emplace_back(key, &tensor("", axes)).second;
}

void ModelTensors::declare_rope(int n_tokens, int n_angles) {
  rope_cos_ = &tensors_.add("rope.cos", {n_tokens, n_angles});
  rope_sin_ = &tensors_.add("rope.sin", {n_tokens, n_angles});
}

void ModelTensors::need_scratch(std::size_t n_floats) { n_scratch_ = std::max(n_scratch_, n_floats); }

void ModelTensors::finish() { scratch_ = &tensors_.add("", {static_cast<int>(n_scratch_)}); }

void ModelTensors::declare_training(bool moments) {
  if (parameters_.front().gradient) return;
  for (Parameter& p : parameters_) {
    p.gradient = &tensors_.add(with_d(p.value->name, "d"), p.value->shape);
    if (!moments) continue;
    p.first_moment = &tensors_.add(with_d(p.value->name, "first_moment_of_"), p.value->shape);
    p.second_moment = &tensors_.add(with_d(p.value->name, "second_moment_of_"), p.value->shape);
  }
}

void ModelTensors::clear_gradients() {
  for (Parameter& p : parameters_) std::ranges::fill(p.gradient->span(), 0.0f);
}

void ModelTensors::resize() {
  for (const auto& [tensor, axis, length] : flexible_) tensors_.resize(*tensor, axis, *length);
}

std::string Scope::name(std::string_view last) const { return sentence("%%", {prefix_, last}); }

Scope Scope::inside(std::string_view part) const { return {all, name(part) + "."}; }

Parameter& Scope::parameter(std::string_view last, std::initializer_list<int> shape, Role role) const {
  return all.parameter(name(last), shape, role);
}

Intermediate Scope::intermediate(std::string_view last, Axes axes) const {
  return all.intermediate(name(last), axes);
}

Tensor& Scope::tensor(std::string_view last, Axes axes) const { return all.tensor(name(last), axes); }

Tensor& Scope::passing(std::string_view last, Axes axes) const { return all.passing(name(last), axes); }

}  // namespace attn
