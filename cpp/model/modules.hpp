// The parts a block is made of.
#pragma once

#include "model/layer.hpp"
#include "model/model_config.hpp"

namespace attn {

/// Where the present lengths stand.
struct Lengths {
  const int* n_rows;  // of a forward pass
  const int* length;  // of the sequence
  const int* memory;  // of the encoder's output, or null
};

/// y = x wᵀ + b, w [n_out, n_in], b [n_out] if there is a bias.
class Linear {
 public:
  Linear(const Scope& scope, char last, int n_in, int n_out, const ModelConfig& config,
         bool into_residual = false);

  void forward(const MatrixView<const float>& x, const MatrixView<float>& y) const;
  /// dx is written; the gradients of w and b are added to.
  void backward(const MatrixView<const float>& x, const MatrixView<const float>& dy,
                const MatrixView<float>& dx) const;

 private:
  ModelTensors& all_;
  Parameter& w_;
  Parameter* b_ = nullptr;
};

/// Layer norm or RMS norm over the features of each token.
class Norm {
 public:
  Norm(const Scope& scope, const ModelConfig& config, const int* length);

  void forward(const Intermediate& x, Rows rows);
  void backward(const Intermediate& x);
  const Intermediate& output() const { return output_; }

 private:
  NormKind kind_;
  float eps_;
  Parameter& gamma_;
  Parameter* beta_ = nullptr;
  Intermediate output_;
  Tensor& mean_;
  Tensor& inverse_deviation_;
};

/// w_2 activation(w_1 x + b_1) + b_2 for each token (Vaswani et al. 2017, equation 2).
class FeedForward final : public Layer {
 public:
  FeedForward(const Scope& scope, const ModelConfig& config, const int* length);

  void forward(const Intermediate& x, Rows rows, const Memory& memory) override;
  void backward(const Intermediate& x, const Memory& memory) override;

 private:
  Activation kind_;
  Linear into_, out_of_;
  Intermediate hidden_, activated_;
};

/// Multi-head attention with its projections (Vaswani et al. 2017, section 3.2.2). Queries come from x, keys
/// and values from the memory, if there is one, else from x as well.
class Attention final : public Layer {
 public:
  Attention(const Scope& scope, const ModelConfig& config, Mask mask, Lengths lengths);

  /// Keys and values of the memory's fresh rows are computed, those of others are as they were.
  void forward(const Intermediate& x, Rows rows, const Memory& memory) override;
  void backward(const Intermediate& x, const Memory& memory) override;

 private:
  AttentionOptions options(int head) const;
  // Turns queries or keys by the angles of their positions, or gradients back, with RoPE.
  void rotate(const MatrixView<float>& x, int first_position, bool back) const;

  const ModelConfig& config_;
  ModelTensors& all_;
  Mask mask_;
  bool cross_;
  Position position_;
  Linear w_q_, w_k_, w_v_, w_o_;
  Intermediate q_, k_, v_, weights_, mixed_;
  Tensor *scores_, *dscores_, *part_;
};

}  // namespace attn
