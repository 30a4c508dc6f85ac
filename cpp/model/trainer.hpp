// Training: batches of examples, one sequence at a time, then a step of the optimizer.
#pragma once

#include <functional>
#include <memory>

#include "model/model.hpp"
#include "ops/optimizer.hpp"
#include "ops/schedule.hpp"

namespace attn {

struct TrainingConfig {
  int batch_size = 8;
  Schedule schedule;
  AdamW adamw;
  bool sgd = false;
  float clip = 1;  // largest norm of the whole gradient; 0 does not clip
  std::uint64_t seed = 0;

  /// batch_size, learning_rate, schedule ("constant", "cosine", "inverse_sqrt"), warmup_steps, steps,
  /// final_rate, weight_decay, optimizer ("adamw", "sgd"), clip, seed. By default a rate of 0.003 after 100
  /// steps of warm-up, with which models as small as a figure's learn in a few hundred steps, and large ones
  /// would not.
  void read(Config& config);
};

/// Fills the example with number `index` of those that belong to `seed`.
using ExampleSource = std::function<void(std::uint64_t seed, std::uint64_t index, Example& example)>;

/// The number of targets that are not ignored.
int n_counted(std::span<const int> targets);

/// One training run of one model, whose moments it starts at 0. A step is a batch: `batch_size` calls of
/// `advance` accumulate its gradient, the last of them takes the step. Cutting a step there or anywhere else
/// between calls changes no bit.
class Trainer {
 public:
  Trainer(Model& model, const TrainingConfig& config, ExampleSource source);

  /// Learns from the next sequence. True if that completed a step.
  bool advance();
  /// Begins the step at hand anew, with the same sequences: for when the gradients were used for something
  /// else.
  void restart_step() { next_ = 0; }

  /// Of the last completed step; the loss is the mean over its targets, in nats.
  int step() const { return step_; }
  double loss() const { return loss_; }
  double grad_norm() const { return grad_norm_; }
  double learning_rate() const { return learning_rate_; }
  /// The norm of every parameter's gradient.
  std::span<const float> grad_norms() const { return grad_norms_; }
  /// The sequence learned from last.
  const Example& example() const { return batch_[static_cast<std::size_t>(last_)]; }

 private:
  void draw_batch();
  void take_step();

  Model& model_;
  TrainingConfig config_;
  ExampleSource source_;
  std::vector<Example> batch_;
  std::vector<float> grad_norms_;
  int n_targets_ = 0, next_ = 0, last_ = 0, step_ = 0;
  double sum_of_losses_ = 0, loss_ = 0, grad_norm_ = 0, learning_rate_ = 0;
};

}  // namespace attn
