// The transformer block: sublayers, each with a residual connection and a norm.
#pragma once

#include <algorithm>
#include <memory>

#include "model/modules.hpp"
#include "ops/add.hpp"

namespace attn {

/// A function f with a residual connection: y = norm(x + f(x)) with post-norm (Vaswani et al. 2017,
/// section 5.4), y = x + f(norm(x)) with pre-norm (Xiong et al. 2020, table 1).
class Sublayer {
 public:
  Sublayer(const Scope& scope, const std::string& number, const ModelConfig& config, const int* length);

  /// `f(input)` computes and returns the activation f(input), for the same rows.
  template <typename F>
  void forward(const MatrixView<float>& x, Rows rows, F&& f);

  /// From output().gradient to dx, which is written. `f_backward(input, dinput)` goes from the gradient of
  /// `result`, what f returned, to dinput, which it writes.
  template <typename F>
  void backward(const MatrixView<float>& x, const MatrixView<float>& dx, const Intermediate& result,
                F&& f_backward);

  const Intermediate& output() const { return placement_ == NormPlacement::pre ? sum_ : norm_.output(); }

 private:
  NormPlacement placement_;
  Norm norm_;
  Intermediate sum_;
};

template <typename F>
void Sublayer::forward(const MatrixView<float>& x, Rows rows, F&& f) {
  const bool pre = placement_ == NormPlacement::pre;
  if (pre) norm_.forward(x, rows);
  const Intermediate& result = f(pre ? norm_.output().rows() : x);
  const std::span<float> sum = flat(rows.of(sum_.rows()));
  std::ranges::copy(flat(rows.of(x)), sum.begin());
  add(flat(rows.of(result.rows())), sum);
  if (!pre) norm_.forward(sum_.rows(), rows);
}

template <typename F>
void Sublayer::backward(const MatrixView<float>& x, const MatrixView<float>& dx, const Intermediate& result,
                        F&& f_backward) {
  const bool pre = placement_ == NormPlacement::pre;
  if (!pre) norm_.backward(sum_.rows(), sum_.gradient_rows());
  std::ranges::copy(flat(sum_.gradient_rows()), result.gradient_rows().data);
  if (pre) {
    f_backward(norm_.output().rows(), norm_.output().gradient_rows());
    norm_.backward(x, dx);
  } else {
    f_backward(x, dx);
  }
  add(flat(sum_.gradient_rows()), flat(dx));
}

/// Self-attention, cross-attention to an encoder's output if there is one, and the feed-forward network.
class Block {
 public:
  struct Lengths {
    const int* rows;    // of a forward pass
    const int* length;  // of the sequence
    const int* memory;  // of the encoder's output, or null
  };
  Block(const Scope& scope, const ModelConfig& config, Mask mask, Lengths lengths);

  /// x [length, d_model]; memory [its length, d_model] or nothing, of which `memory_rows` are new.
  void forward(const MatrixView<float>& x, Rows rows, const MatrixView<float>& memory = {},
               Rows memory_rows = {});
  /// From output().gradient to dx, which is written; dmemory is added to.
  void backward(const MatrixView<float>& x, const MatrixView<float>& dx, const MatrixView<float>& memory = {},
                const MatrixView<float>& dmemory = {});
  const Intermediate& output() const { return feed_forward_sublayer_.output(); }

 private:
  Sublayer attention_sublayer_;
  Attention attention_;
  std::unique_ptr<Sublayer> cross_sublayer_;
  std::unique_ptr<Attention> cross_attention_;
  Sublayer feed_forward_sublayer_;
  FeedForward feed_forward_;
};

}  // namespace attn
