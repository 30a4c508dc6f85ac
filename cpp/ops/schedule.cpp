#include "ops/schedule.hpp"

#include <cmath>
#include <numbers>

#include "ops/elementary.hpp"

namespace attn {
namespace {

// The share of the way from `first` to `last`, 1 beyond.
double progress(int step, int first, int last) {
  return step >= last ? 1 : static_cast<double>(step - first) / (last - first);
}

}  // namespace

float learning_rate(const Schedule& schedule, int step) {
  const int warmup = schedule.warmup_steps;
  const double peak = static_cast<double>(schedule.peak),
               final_rate = static_cast<double>(schedule.final_rate);
  double rate = peak;
  if (step < warmup) {
    rate = peak * step / warmup;
  } else if (schedule.decay == Decay::cosine) {
    const double cosine = sin_cos(std::numbers::pi * progress(step, warmup, schedule.n_steps)).cos;
    rate = final_rate + (peak - final_rate) * (1 + cosine) / 2;
  } else if (schedule.decay == Decay::inverse_sqrt) {
    rate = peak * std::sqrt((warmup > 0 ? warmup : 1) / static_cast<double>(step));
  }
  return static_cast<float>(rate);
}

}  // namespace attn
