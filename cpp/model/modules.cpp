#include "model/modules.hpp"

#include <algorithm>
#include <cmath>

#include "model/sentence.hpp"
#include "ops/add.hpp"
#include "ops/attention_backward.hpp"
#include "ops/layer_norm.hpp"
#include "ops/linear.hpp"
#include "ops/position.hpp"
#include "ops/rms_norm.hpp"

namespace attn {
namespace {

std::span<float> part(Tensor& tensor, Rows rows) {
  return tensor.span().subspan(static_cast<std::size_t>(rows.from), static_cast<std::size_t>(rows.count()));
}

}  // namespace

Linear::Linear(const Scope& scope, char last, int n_in, int n_out, const ModelConfig& config,
               bool into_residual)
    : all_(scope.all),
      w_(scope.parameter(sentence("w_%", {std::string_view(&last, 1)}), {n_out, n_in},
                         into_residual ? Role::residual_weights : Role::weights)) {
  if (config.bias) b_ = &scope.parameter(sentence("b_%", {std::string_view(&last, 1)}), {n_out}, Role::zeros);
  all_.need_scratch(linear_scratch_size(config.n_tokens, n_in, n_out));
}

void Linear::forward(const MatrixView<const float>& x, const MatrixView<float>& y) const {
  linear_forward(x, w_.value->matrix(), b_ ? b_->value->span() : std::span<float>{}, y, all_.scratch());
}

void Linear::backward(const MatrixView<const float>& x, const MatrixView<const float>& dy,
                      const MatrixView<float>& dx) const {
  linear_backward_weights(x, dy, w_.gradient->matrix(), b_ ? b_->gradient->span() : std::span<float>{},
                          all_.scratch());
  linear_backward_input(dy, w_.value->matrix(), dx, all_.scratch());
}

Norm::Norm(const Scope& scope, const ModelConfig& config, const int* length)
    : kind_(config.norm_kind),
      eps_(config.eps),
      gamma_(scope.parameter("gamma", {config.d_model}, Role::ones)),
      output_(scope.intermediate("output", {{config.n_tokens, length}, config.d_model})),
      mean_(scope.tensor("mean", {{config.n_tokens, length}})),
      inverse_deviation_(scope.tensor("inverse_deviation", {{config.n_tokens, length}})) {
  if (kind_ == NormKind::layer) beta_ = &scope.parameter("beta", {config.d_model}, Role::zeros);
}

void Norm::forward(const Intermediate& x, Rows rows) {
  const std::span<float> gamma = gamma_.value->span();
  const MatrixView<float> y = rows.of(output_.rows());
  if (kind_ == NormKind::rms) {
    rms_norm_forward(rows.of(x.rows()), gamma, eps_, y, part(inverse_deviation_, rows));
  } else {
    layer_norm_forward(rows.of(x.rows()), gamma, beta_->value->span(), eps_, y, part(mean_, rows),
                       part(inverse_deviation_, rows));
  }
}

void Norm::backward(const Intermediate& x) {
  const std::span<float> gamma = gamma_.value->span(), dgamma = gamma_.gradient->span();
  const MatrixView<float> dy = output_.gradient_rows();
  if (kind_ == NormKind::rms) {
    rms_norm_backward(x.rows(), gamma, inverse_deviation_.span(), dy, x.gradient_rows(), dgamma);
  } else {
    layer_norm_backward(x.rows(), gamma, mean_.span(), inverse_deviation_.span(), dy, x.gradient_rows(),
                        dgamma, beta_->gradient->span());
  }
}

FeedForward::FeedForward(const Scope& scope, const ModelConfig& config, const int* length)
    : kind_(config.activation),
      into_(scope, '1', config.d_model, config.d_ff, config),
      out_of_(scope, '2', config.d_ff, config.d_model, config, true) {
  const Axis n(config.n_tokens, length);
  hidden_ = scope.intermediate("hidden", {n, config.d_ff});
  activated_ = scope.intermediate("activated", {n, config.d_ff});
  output_ = scope.intermediate("output", {n, config.d_model});
}

void FeedForward::forward(const Intermediate& x, Rows rows, const Memory&) {
  into_.forward(rows.of(x.rows()), rows.of(hidden_.rows()));
  activation_forward(kind_, flat(rows.of(hidden_.rows())), flat(rows.of(activated_.rows())));
  out_of_.forward(rows.of(activated_.rows()), rows.of(output_.rows()));
}

void FeedForward::backward(const Intermediate& x, const Memory&) {
  out_of_.backward(activated_.rows(), output_.gradient_rows(), activated_.gradient_rows());
  activation_backward(kind_, flat(hidden_.rows()), flat(activated_.gradient_rows()),
                      flat(hidden_.gradient_rows()));
  into_.backward(x.rows(), hidden_.gradient_rows(), x.gradient_rows());
}

Attention::Attention(const Scope& scope, const ModelConfig& config, Mask mask, Lengths lengths)
    : config_(config),
      all_(scope.all),
      mask_(mask),
      cross_(lengths.memory),
      position_(cross_ ? Position::none : config.position),
      w_q_(scope, 'q', config.d_model, config.d_model, config),
      w_k_(scope, 'k', config.d_model, config.d_model, config),
      w_v_(scope, 'v', config.d_model, config.d_model, config),
      w_o_(scope, 'o', config.d_model, config.d_model, config, true) {
  const int d = config.d_model, h = config.n_heads, d_head = config.d_head(), n = config.n_tokens;
  const Axis n_q(n, lengths.length), n_k(n, cross_ ? lengths.memory : lengths.length);
  const Axis n_rows(n, lengths.n_rows);
  q_ = scope.intermediate("q", {n_q, d});
  k_ = scope.intermediate("k", {n_k, d});
  v_ = scope.intermediate("v", {n_k, d});
  scores_ = &scope.passing("scores", {h, n_rows, n_k});
  dscores_ = &scope.passing("dscores", {h, n_rows, n_k});
  weights_ = scope.intermediate("weights", {h, n_rows, n_k});
  mixed_ = scope.intermediate("mixed", {n_q, d});
  output_ = scope.intermediate("output", {n_q, d});
  part_ = &scope.passing("part", {n_k, d});
  all_.need_scratch(std::max(attention_scratch_size(n, n, d_head, d_head),
                             attention_backward_scratch_size(n, n, d_head, d_head)));
}

AttentionOptions Attention::options(int head) const {
  AttentionOptions options{.scale = 1 / std::sqrt(static_cast<float>(config_.d_head())), .mask = mask_};
  if (position_ == Position::alibi) options.alibi_slope = alibi_slope(head, config_.n_heads);
  return options;
}

void Attention::rotate(const MatrixView<float>& x, int first_position, bool back) const {
  if (position_ != Position::rope) return;
  const Rows rows{first_position, first_position + x.rows};
  const MatrixView<float> cos = rows.of(all_.rope_cos()), sin = rows.of(all_.rope_sin());
  for (int head = 0; head < config_.n_heads; ++head) {
    const MatrixView<float> part = x.columns_from(head * config_.d_head(), config_.d_head());
    (back ? rope_backward : rope_forward)(part, cos, sin, RopePairing::interleaved, part);
  }
}

void Attention::forward(const Intermediate& x, Rows rows, const Memory& memory) {
  w_q_.forward(rows.of(x.rows()), rows.of(q_.rows()));
  rotate(rows.of(q_.rows()), rows.from, false);
  const Rows fresh = cross_ ? memory.fresh : rows;
  if (fresh.count() > 0) {
    const MatrixView<float> input = fresh.of((cross_ ? memory.encoded : x).rows());
    w_k_.forward(input, fresh.of(k_.rows()));
    w_v_.forward(input, fresh.of(v_.rows()));
    rotate(fresh.of(k_.rows()), fresh.from, false);
  }
  const int width = config_.d_head();
  for (int h = 0; h < config_.n_heads; ++h) {
    const auto of_head = [h, width](const MatrixView<float>& all) {
      return all.columns_from(h * width, width);
    };
    attention_forward(of_head(rows.of(q_.rows())), of_head(k_.rows()), of_head(v_.rows()), options(h),
                      scores_->matrix(h), weights_.value->matrix(h), of_head(rows.of(mixed_.rows())),
                      all_.scratch());
  }
  w_o_.forward(rows.of(mixed_.rows()), rows.of(output_.rows()));
}

void Attention::backward(const Intermediate& x, const Memory& memory) {
  w_o_.backward(mixed_.rows(), output_.gradient_rows(), mixed_.gradient_rows());
  const int width = config_.d_head();
  for (int h = 0; h < config_.n_heads; ++h) {
    const auto of_head = [h, width](const MatrixView<float>& all) {
      return all.columns_from(h * width, width);
    };
    attention_backward(of_head(q_.rows()), of_head(k_.rows()), of_head(v_.rows()), weights_.value->matrix(h),
                       of_head(mixed_.gradient_rows()), options(h), weights_.gradient->matrix(h),
                       dscores_->matrix(h), of_head(q_.gradient_rows()), of_head(k_.gradient_rows()),
                       of_head(v_.gradient_rows()), all_.scratch());
  }
  // For the projections, the gradients by what they gave; afterwards again those by q and k as they are kept.
  rotate(q_.gradient_rows(), 0, true);
  rotate(k_.gradient_rows(), 0, true);
  w_q_.backward(x.rows(), q_.gradient_rows(), x.gradient_rows());
  rotate(q_.gradient_rows(), 0, false);
  const Intermediate& input = cross_ ? memory.encoded : x;
  const MatrixView<float> part = part_->matrix();
  w_k_.backward(input.rows(), k_.gradient_rows(), part);
  rotate(k_.gradient_rows(), 0, false);
  add(flat(part), flat(input.gradient_rows()));
  w_v_.backward(input.rows(), v_.gradient_rows(), part);
  add(flat(part), flat(input.gradient_rows()));
}

}  // namespace attn
