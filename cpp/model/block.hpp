// The transformer block: sublayers, each with a residual connection and a norm.
#pragma once

#include "model/modules.hpp"

namespace attn {

/// A layer f with a residual connection: y = norm(x + f(x)) with post-norm (Vaswani et al. 2017,
/// section 5.4), y = x + f(norm(x)) with pre-norm (Xiong et al. 2020, table 1).
class Sublayer final : public Layer {
 public:
  /// `number` counts the sublayers of a block, for the names of their norms and sums.
  Sublayer(const Scope& scope, int number, const ModelConfig& config, const int* length);
  /// Sets f, before the first pass.
  void apply(std::unique_ptr<Layer> f) { f_ = std::move(f); }

  void forward(const Intermediate& x, Rows rows, const Memory& memory) override;
  void backward(const Intermediate& x, const Memory& memory) override;

 private:
  bool pre_;
  Norm norm_;
  Intermediate sum_;
  std::unique_ptr<Layer> f_;
};

/// Adds self-attention, cross-attention if there is a memory, and the feed-forward network.
void add_block(Stack& stack, const Scope& scope, const ModelConfig& config, Mask mask, Lengths lengths);

}  // namespace attn
