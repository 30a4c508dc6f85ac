// The tensors of a model by role: what is trained, and what passes through. A scope gives them their names.
#pragma once

#include <initializer_list>
#include <list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/tensors.hpp"

namespace attn {

/// What a parameter is for, which decides how it starts and whether it decays.
enum class Role { weights, residual_weights, embedding, ones, zeros };

/// A trained tensor: its value, and once training was prepared its gradient and the optimizer's two moments.
struct Parameter {
  Tensor* value = nullptr;
  Tensor* gradient = nullptr;
  Tensor* first_moment = nullptr;
  Tensor* second_moment = nullptr;
  Role role = Role::zeros;

  /// Matrices decay, biases and gains do not (as in Radford et al. 2019).
  bool decays() const { return value->shape.size() > 1; }
};

/// An intermediate result [n_rows, width] and its gradient.
struct Intermediate {
  Tensor* value = nullptr;
  Tensor* gradient = nullptr;

  MatrixView<float> rows() const { return value->matrix(); }
  MatrixView<float> gradient_rows() const { return gradient->matrix(); }
};

/// An axis of an intermediate: its extent or, where it is as long as the sequence at hand, the largest extent
/// and where the present one stands.
struct Axis {
  Axis(int extent, const int* length = nullptr) : extent(extent), length(length) {}

  int extent;
  const int* length;
};
using Axes = std::initializer_list<Axis>;

/// All tensors of one model. Lengths may change from one sequence to the next, within what was allocated.
class ModelTensors {
 public:
  /// With `keep`, every intermediate has memory and a name of its own, to be read after a pass. Without,
  /// those that no backward pass needs share memory from layer to layer and have no name.
  ModelTensors(TensorSet& tensors, bool keep) : tensors_(tensors), keep_(keep) {}

  Parameter& parameter(std::string_view name, std::initializer_list<int> shape, Role role);
  std::list<Parameter>& parameters() { return parameters_; }
  /// The parameters' values.
  std::vector<Tensor*> weights();

  Intermediate intermediate(std::string_view name, Axes axes);
  /// One that has no gradient.
  Tensor& tensor(std::string_view name, Axes axes);
  /// As `tensor`, where only the drawing wants the value itself.
  Tensor& passing(std::string_view name, Axes axes);
  /// Memory without a name, shared by all who ask; as large as the largest request.
  void need_scratch(std::size_t n_floats);
  std::span<float> scratch() { return scratch_->span(); }

  /// Tables of RoPE, the cosine and sine of each position's angles [n_tokens, d_head / 2].
  void declare_rope(int n_tokens, int n_angles);
  MatrixView<float> rope_cos() { return rope_cos_->matrix(); }
  MatrixView<float> rope_sin() { return rope_sin_->matrix(); }
  bool has_rope() const { return rope_cos_ != nullptr; }

  /// Declares the last tensors; then the set can be allocated.
  void finish();
  /// Declares gradients of all parameters, as `d` before the last part of their names, and the moments that a
  /// trainer wants. A second call does nothing.
  void declare_training(bool moments = true);
  /// Makes every gradient 0.
  void clear_gradients();
  /// Gives every axis that follows a length the present one.
  void resize();

 private:
  struct Flexible {
    Tensor* tensor;
    int axis;
    const int* length;
  };
  TensorSet& tensors_;
  bool keep_;
  std::list<Parameter> parameters_;
  std::vector<Flexible> flexible_;
  std::vector<std::pair<std::string, Tensor*>> shared_;  // by place in the layer
  std::size_t n_scratch_ = 1;
  Tensor* scratch_ = nullptr;
  Tensor *rope_cos_ = nullptr, *rope_sin_ = nullptr;
};

/// A place in the names: `layers.0.attention.` What is declared in it has it before its name.
class Scope {
 public:
  Scope(ModelTensors& all, std::string prefix) : all(all), prefix_(std::move(prefix)) {}

  Scope inside(std::string_view part) const;
  Parameter& parameter(std::string_view last, std::initializer_list<int> shape, Role role) const;
  Intermediate intermediate(std::string_view last, Axes axes) const;
  Tensor& tensor(std::string_view last, Axes axes) const;
  Tensor& passing(std::string_view last, Axes axes) const;

  ModelTensors& all;

 private:
  std::string name(std::string_view last) const;

  std::string prefix_;
};

}  // namespace attn
