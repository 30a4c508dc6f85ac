// Both ends of a model: tokens to vectors, and vectors to the next token's distribution and its loss.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "model/modules.hpp"

namespace attn {

/// x = table[token] (times sqrt(d_model) where the config says so) + the position's vector, if positions are
/// vectors.
class Embedding {
 public:
  /// The parameters are `embedding.tokens` and, for learned positions, `embedding.positions`.
  Embedding(const Scope& scope, const ModelConfig& config, const int* length, Parameter& table);

  void forward(std::span<const int> tokens, Rows rows);
  /// From output().gradient to the gradients of the tables, which are added to.
  void backward(std::span<const int> tokens);
  const Intermediate& output() const { return output_; }

  /// Fills what is not trained; called once, when the tensors have their memory.
  void start();

 private:
  // What rows of the table are multiplied by, where they are.
  float factor() const;

  const ModelConfig& config_;
  Parameter& table_;
  Parameter* positions_ = nullptr;
  Tensor* sinusoids_ = nullptr;
  Intermediate output_;
};

/// logits = x wᵀ, probs = softmax(logits), losses = -log probs of the targets; w is the embedding's table if
/// tied. Pre-norm models have a last norm before it.
class Head {
 public:
  Head(const Scope& scope, const ModelConfig& config, const int* length, Parameter& table);

  void forward(const Intermediate& x, Rows rows);
  /// The sum of losses in nats over the targets; -1 is no target. Fills `losses` and `probs`.
  double loss(std::span<const int> targets);
  /// From the targets, with the factor of each loss in the whole, to the gradient of x, which is written.
  void backward(const Intermediate& x, std::span<const int> targets, float factor);
  MatrixView<float> logits() const { return logits_.rows(); }

 private:
  const Intermediate& input(const Intermediate& x) const { return norm_ ? norm_->output() : x; }

  ModelTensors& all_;
  std::optional<Norm> norm_;
  Parameter& w_;
  Intermediate logits_;
  Tensor &probs_, &losses_;
};

}  // namespace attn
