// What the parts of a network have in common: vectors of tokens in and out, forward and backward.
// Rows are tokens. A forward pass over rows [from, to) finds the rows before them as an earlier pass left
// them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "model/scope.hpp"

namespace attn {

/// The part of a sequence that a forward pass computes.
struct Rows {
  int from = 0;
  int to = 0;

  int count() const { return to - from; }
  template <typename T>
  MatrixView<T> of(const MatrixView<T>& x) const {
    return x.rows_from(from, count());
  }
};

/// All numbers of whole rows.
inline std::span<float> flat(const MatrixView<float>& x) {
  return {x.data, static_cast<std::size_t>(x.rows) * static_cast<std::size_t>(x.cols)};
}

/// The output of an encoder, which cross-attention reads, and which of its rows are new. Its gradient is
/// added to.
struct Memory {
  Intermediate encoded;
  Rows fresh;
};

/// A function of the tokens' vectors that has parameters, keeps what passed through it, and can go backward.
class Layer {
 public:
  virtual ~Layer() = default;

  /// Computes these rows of output() from x [length, d_model].
  virtual void forward(const Intermediate& x, Rows rows, const Memory& memory) = 0;
  /// From the gradient of output() to that of x, which is written; those of parameters are added to.
  virtual void backward(const Intermediate& x, const Memory& memory) = 0;

  /// Good for the life of the layer's tensors.
  const Intermediate& output() const { return output_; }

 protected:
  Intermediate output_;
};

/// Layers, each of the one before.
class Stack final : public Layer {
 public:
  void add(std::unique_ptr<Layer> layer);

  void forward(const Intermediate& x, Rows rows, const Memory& memory) override;
  void backward(const Intermediate& x, const Memory& memory) override;

 private:
  std::vector<std::unique_ptr<Layer>> layers_;
};

}  // namespace attn
