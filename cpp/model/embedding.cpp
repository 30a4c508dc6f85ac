#include "model/embedding.hpp"

#include <algorithm>
#include <cmath>

#include "ops/add.hpp"
#include "ops/cross_entropy.hpp"
#include "ops/embedding.hpp"
#include "ops/linear.hpp"
#include "ops/position.hpp"

namespace attn {
namespace {

std::span<const int> part(std::span<const int> tokens, Rows rows) {
  return tokens.subspan(static_cast<std::size_t>(rows.from), static_cast<std::size_t>(rows.count()));
}

}  // namespace

Embedding::Embedding(const Scope& scope, const ModelConfig& config, const int* length, Parameter& table)
    : config_(config), table_(table) {
  const int n = config.n_tokens, d = config.d_model;
  if (config.position == Position::learned) {
    positions_ = &scope.parameter("embedding.positions", {n, d}, Role::embedding);
  } else if (config.position == Position::sinusoidal) {
    sinusoids_ = &scope.tensor("embedding.sinusoids", {n, d});
  }
  output_ = scope.intermediate("embedding.output", {{n, length}, d});
}

void Embedding::start() {
  if (sinusoids_) sinusoidal_positions(0, sinusoids_->matrix());
}

void Embedding::forward(std::span<const int> tokens, Rows rows) {
  const MatrixView<float> x = rows.of(output_.rows());
  embedding_forward(part(tokens, rows), table_.value->matrix(), x);
  if (factor() != 1) scale(flat(x), factor());
  if (positions_) add(flat(rows.of(positions_->value->matrix())), flat(x));
  if (sinusoids_) add(flat(rows.of(sinusoids_->matrix())), flat(x));
}

void Embedding::backward(std::span<const int> tokens) {
  const MatrixView<float> dx = output_.gradient_rows();
  if (positions_) add(flat(dx), flat(positions_->gradient->matrix().rows_from(0, dx.rows)));
  embedding_backward(tokens, dx, factor(), table_.gradient->matrix());
}

float Embedding::factor() const {
  return config_.scale_embedding ? std::sqrt(static_cast<float>(config_.d_model)) : 1;
}

Head::Head(const Scope& scope, const ModelConfig& config, const int* length, Parameter& table)
    : all_(scope.all),
      w_(config.tied ? table
                     : scope.parameter("unembedding.w", {config.vocab_size, config.d_model}, Role::weights)),
      logits_(scope.intermediate("logits", {{config.n_tokens, length}, config.vocab_size})),
      probs_(scope.tensor("probs", {{config.n_tokens, length}, config.vocab_size})),
      losses_(scope.tensor("losses", {{config.n_tokens, length}})) {
  if (config.norm == NormPlacement::pre) norm_.emplace(scope.inside("norm_final"), config, length);
  all_.need_scratch(linear_scratch_size(config.n_tokens, config.d_model, config.vocab_size));
}

void Head::forward(const Intermediate& x, Rows rows) {
  if (norm_) norm_->forward(x, rows);
  linear_forward(rows.of(input(x).rows()), w_.value->matrix(), {}, rows.of(logits_.rows()), all_.scratch());
}

double Head::loss(std::span<const int> targets) {
  cross_entropy_forward(logits_.rows(), targets, losses_.span(), probs_.matrix());
  double sum = 0;
  for (const float loss : losses_.span()) sum += static_cast<double>(loss);
  return sum;
}

void Head::backward(const Intermediate& x, std::span<const int> targets, float factor) {
  const MatrixView<float> dlogits = logits_.gradient_rows();
  cross_entropy_backward(probs_.matrix(), targets, factor, dlogits);
  linear_backward_weights(input(x).rows(), dlogits, w_.gradient->matrix(), {}, all_.scratch());
  linear_backward_input(dlogits, w_.value->matrix(), input(x).gradient_rows(), all_.scratch());
  if (norm_) norm_->backward(x);
}

}  // namespace attn
