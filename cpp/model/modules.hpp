// The parts a block is made of: each knows its parameters, keeps what passed through it, and can go backward.
// Rows are tokens. A forward pass over rows [from, to) finds the rows before them as an earlier pass left
// them.
#pragma once

#include "model/model_config.hpp"
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

/// y = x wᵀ + b, w [n_out, n_in], b [n_out] if there is a bias.
class Linear {
 public:
  Linear(const Scope& scope, const std::string& last, int n_in, int n_out, const ModelConfig& config,
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

  void forward(const MatrixView<const float>& x, Rows rows);
  void backward(const MatrixView<const float>& x, const MatrixView<float>& dx);
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
class FeedForward {
 public:
  FeedForward(const Scope& scope, const ModelConfig& config, const int* length);

  void forward(const MatrixView<const float>& x, Rows rows);
  void backward(const MatrixView<const float>& x, const MatrixView<float>& dx);
  const Intermediate& output() const { return output_; }

 private:
  Activation kind_;
  Linear into_, out_of_;
  Intermediate hidden_, activated_, output_;
};

/// Multi-head attention with its projections (Vaswani et al. 2017, section 3.2.2). Queries come from x, keys
/// and values from x as well or from a memory, the output of an encoder.
class Attention {
 public:
  /// `n_rows` are the queries of a forward pass; `n_q` and `n_k` the lengths of both sequences.
  Attention(const Scope& scope, const ModelConfig& config, Mask mask, bool positions, const int* n_rows,
            const int* n_q, const int* n_k);

  /// Self-attention if `memory` is x itself. Keys and values of `memory_rows` are computed, those before are
  /// kept.
  void forward(const MatrixView<const float>& x, Rows rows, const MatrixView<const float>& memory,
               Rows memory_rows);
  /// dx is written; dmemory is added to, and may be dx.
  void backward(const MatrixView<const float>& x, const MatrixView<float>& dx,
                const MatrixView<const float>& memory, const MatrixView<float>& dmemory);
  const Intermediate& output() const { return output_; }

 private:
  AttentionOptions options(int head) const;
  // Turns queries or keys by the angles of their positions, or gradients back, with RoPE.
  void rotate(const MatrixView<float>& x, int first_position, bool back) const;

  const ModelConfig& config_;
  ModelTensors& all_;
  Mask mask_;
  Position position_;
  Linear w_q_, w_k_, w_v_, w_o_;
  Intermediate q_, k_, v_, weights_, mixed_, output_;
  Tensor *scores_, *dscores_, *part_;
};

}  // namespace attn
