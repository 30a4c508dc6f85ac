#include "model/trainer.hpp"

#include <algorithm>
#include <cmath>

#include "ops/add.hpp"
#include "ops/gradient_norm.hpp"

namespace attn {

void TrainingConfig::read(Config& config) {
  constexpr int most_steps = 1 << 24;
  batch_size = config.integer("batch_size", 1, 1 << 12, 8);
  schedule.peak = config.not_negative("learning_rate", 3e-3);
  schedule.decay = config.choice("schedule", {"constant", "cosine", "inverse_sqrt"}, Decay::constant);
  schedule.warmup_steps = config.integer("warmup_steps", 0, most_steps, 100);
  schedule.n_steps = config.integer("steps", 1, most_steps, 1000);
  schedule.final_rate = config.not_negative("final_rate", 0);
  adamw.weight_decay = config.not_negative("weight_decay", 0.01);
  sgd = config.choice("optimizer", {"adamw", "sgd"}, 0) == 1;
  clip = config.not_negative("clip", 1);
  seed = static_cast<std::uint64_t>(config.integer("seed", 0, 1 << 30, 0));
}

int n_counted(std::span<const int> targets) {
  return static_cast<int>(std::ranges::count_if(targets, [](int target) { return target >= 0; }));
}

Trainer::Trainer(Model& model, const TrainingConfig& config, ExampleSource source)
    : model_(model),
      config_(config),
      source_(std::move(source)),
      batch_(static_cast<std::size_t>(config.batch_size)),
      grad_norms_(model.tensors().parameters().size()) {
  for (Parameter& parameter : model_.tensors().parameters()) {
    std::ranges::fill(parameter.first_moment->span(), 0.0f);
    std::ranges::fill(parameter.second_moment->span(), 0.0f);
  }
}

bool Trainer::advance() {
  if (next_ == 0) draw_batch();
  last_ = next_;
  const Example& example = batch_[static_cast<std::size_t>(next_)];
  model_.forward(example, 0);
  sum_of_losses_ += model_.loss(example);
  model_.backward(example, 1 / static_cast<float>(std::max(n_targets_, 1)));
  next_ = (next_ + 1) % config_.batch_size;
  if (next_ == 0) take_step();
  return next_ == 0;
}

void Trainer::draw_batch() {
  model_.tensors().clear_gradients();
  sum_of_losses_ = 0;
  n_targets_ = 0;
  std::uint64_t index = static_cast<std::uint64_t>(step_) * static_cast<std::uint64_t>(config_.batch_size);
  for (Example& example : batch_) {
    source_(config_.seed, index++, example);
    n_targets_ += n_counted(example.targets);
  }
}

void Trainer::take_step() {
  ++step_;
  loss_ = sum_of_losses_ / std::max(n_targets_, 1);
  double squares = 0;
  for (auto norm = grad_norms_.begin(); const Parameter& parameter : model_.tensors().parameters()) {
    const double square = squared_norm(parameter.gradient->span());
    squares += square;
    *norm++ = static_cast<float>(std::sqrt(square));
  }
  grad_norm_ = std::sqrt(squares);
  const float rate = attn::learning_rate(config_.schedule, step_);
  learning_rate_ = static_cast<double>(rate);
  for (Parameter& p : model_.tensors().parameters()) {
    if (config_.clip > 0) scale(p.gradient->span(), clip_factor(grad_norm_, config_.clip));
    AdamW options = config_.adamw;
    if (!p.decays()) options.weight_decay = 0;
    if (config_.sgd) {
      sgd_step(rate, options.weight_decay, p.gradient->span(), p.value->span());
    } else {
      adamw_step(options, step_, rate, p.gradient->span(), p.value->span(), p.first_moment->span(),
                 p.second_moment->span());
    }
  }
}

}  // namespace attn
