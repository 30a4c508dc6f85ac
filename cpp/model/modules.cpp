#include "model/modules.hpp"

#include <algorithm>
#include <cmath>

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

Linear::Linear(const Scope& scope, const std::string& last, int n_in, int n_out, const ModelConfig& config,
               bool into_residual)
    : all_(scope.all),
      w_(scope.all.parameter(scope.name("w_" + last), {n_out, n_in},
                             into_residual ? Role::residual_weights : Role::weights)) {
  if (config.bias) b_ = &scope.all.parameter(scope.name("b_" + last), {n_out}, Role::zeros);
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
      gamma_(scope.all.parameter(scope.name("gamma"), {config.d_model}, Role::ones)),
      output_(scope.all.intermediate(scope.name("output"), {config.n_tokens, config.d_model}, {{0, length}})),
      mean_(scope.all.tensor(scope.name("mean"), {config.n_tokens}, {{0, length}})),
      inverse_deviation_(
          scope.all.tensor(scope.name("inverse_deviation"), {config.n_tokens}, {{0, length}})) {
  if (kind_ == NormKind::layer)
    beta_ = &scope.all.parameter(scope.name("beta"), {config.d_model}, Role::zeros);
}

void Norm::forward(const MatrixView<const float>& x, Rows rows) {
  const std::span<float> gamma = gamma_.value->span();
  const MatrixView<float> y = rows.of(output_.rows());
  if (kind_ == NormKind::rms) {
    rms_norm_forward(rows.of(x), gamma, eps_, y, part(inverse_deviation_, rows));
  } else {
    layer_norm_forward(rows.of(x), gamma, beta_->value->span(), eps_, y, part(mean_, rows),
                       part(inverse_deviation_, rows));
  }
}

void Norm::backward(const MatrixView<const float>& x, const MatrixView<float>& dx) {
  const std::span<float> gamma = gamma_.value->span(), dgamma = gamma_.gradient->span();
  const MatrixView<float> dy = output_.gradient_rows();
  if (kind_ == NormKind::rms) {
    rms_norm_backward(x, gamma, inverse_deviation_.span(), dy, dx, dgamma);
  } else {
    layer_norm_backward(x, gamma, mean_.span(), inverse_deviation_.span(), dy, dx, dgamma,
                        beta_->gradient->span());
  }
}

FeedForward::FeedForward(const Scope& scope, const ModelConfig& config, const int* length)
    : kind_(config.activation),
      into_(scope, "1", config.d_model, config.d_ff, config),
      out_of_(scope, "2", config.d_ff, config.d_model, config, true),
      hidden_(scope.all.intermediate(scope.name("hidden"), {config.n_tokens, config.d_ff}, {{0, length}})),
      activated_(
          scope.all.intermediate(scope.name("activated"), {config.n_tokens, config.d_ff}, {{0, length}})),
      output_(
          scope.all.intermediate(scope.name("output"), {config.n_tokens, config.d_model}, {{0, length}})) {}

void FeedForward::forward(const MatrixView<const float>& x, Rows rows) {
  into_.forward(rows.of(x), rows.of(hidden_.rows()));
  activation_forward(kind_, flat(rows.of(hidden_.rows())), flat(rows.of(activated_.rows())));
  out_of_.forward(rows.of(activated_.rows()), rows.of(output_.rows()));
}

void FeedForward::backward(const MatrixView<const float>& x, const MatrixView<float>& dx) {
  out_of_.backward(activated_.rows(), output_.gradient_rows(), activated_.gradient_rows());
  activation_backward(kind_, flat(hidden_.rows()), flat(activated_.gradient_rows()),
                      flat(hidden_.gradient_rows()));
  into_.backward(x, hidden_.gradient_rows(), dx);
}

Attention::Attention(const Scope& scope, const ModelConfig& config, Mask mask, bool positions,
                     const int* n_rows, const int* n_q, const int* n_k)
    : config_(config),
      all_(scope.all),
      mask_(mask),
      position_(positions ? config.position : Position::none),
      w_q_(scope, "q", config.d_model, config.d_model, config),
      w_k_(scope, "k", config.d_model, config.d_model, config),
      w_v_(scope, "v", config.d_model, config.d_model, config),
      w_o_(scope, "o", config.d_model, config.d_model, config, true) {
  const int n = config.n_tokens, d = config.d_model, h = config.n_heads;
  q_ = all_.intermediate(scope.name("q"), {n, d}, {{0, n_q}});
  k_ = all_.intermediate(scope.name("k"), {n, d}, {{0, n_k}});
  v_ = all_.intermediate(scope.name("v"), {n, d}, {{0, n_k}});
  scores_ = &all_.passing(scope.name("scores"), {h, n, n}, {{1, n_rows}, {2, n_k}});
  dscores_ = &all_.passing(scope.name("dscores"), {h, n, n}, {{1, n_rows}, {2, n_k}});
  weights_ = all_.intermediate(scope.name("weights"), {h, n, n}, {{1, n_rows}, {2, n_k}});
  mixed_ = all_.intermediate(scope.name("mixed"), {n, d}, {{0, n_q}});
  output_ = all_.intermediate(scope.name("output"), {n, d}, {{0, n_q}});
  part_ = &all_.passing(scope.name("part"), {n, d}, {{0, n_k}});
  all_.need_scratch(std::max(attention_scratch_size(n, n, config.d_head(), config.d_head()),
                             attention_backward_scratch_size(n, n, config.d_head(), config.d_head())));
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

void Attention::forward(const MatrixView<const float>& x, Rows rows, const MatrixView<const float>& memory,
                        Rows memory_rows) {
  w_q_.forward(rows.of(x), rows.of(q_.rows()));
  rotate(rows.of(q_.rows()), rows.from, false);
  if (memory_rows.count() > 0) {
    w_k_.forward(memory_rows.of(memory), memory_rows.of(k_.rows()));
    w_v_.forward(memory_rows.of(memory), memory_rows.of(v_.rows()));
    rotate(memory_rows.of(k_.rows()), memory_rows.from, false);
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

void Attention::backward(const MatrixView<const float>& x, const MatrixView<float>& dx,
                         const MatrixView<const float>& memory, const MatrixView<float>& dmemory) {
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
  rotate(q_.gradient_rows(), 0, true);
  rotate(k_.gradient_rows(), 0, true);
  w_q_.backward(x, q_.gradient_rows(), dx);
  const MatrixView<float> part = part_->matrix();
  w_k_.backward(memory, k_.gradient_rows(), part);
  add(flat(part), flat(dmemory));
  w_v_.backward(memory, v_.gradient_rows(), part);
  add(flat(part), flat(dmemory));
}

}  // namespace attn
