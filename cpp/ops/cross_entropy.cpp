#include "ops/cross_entropy.hpp"

#include <algorithm>
#include <limits>

#include "ops/elementary.hpp"
#include "ops/lanes.hpp"
#include "ops/softmax.hpp"

namespace attn {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();

// The largest number of the row; NaN is passed over.
float largest_of(const float* x, int n) {
  Batch largest(-inf);
  for_lanes(static_cast<std::size_t>(n), [&](auto at) { largest = max(largest, at.load(x, -inf)); });
  return max_of_lanes(largest);
}

}  // namespace

int cross_entropy_forward(const MatrixView<const float>& logits, std::span<const int> targets,
                          std::span<float> losses, const MatrixView<float>& probs) {
  softmax_rows(logits, 1, probs);
  int n_counted = 0;
  for (int i = 0; i < logits.rows; ++i) {
    const auto at = static_cast<std::size_t>(i);
    losses[at] = 0;
    if (targets[at] == ignored_target) continue;
    ++n_counted;
    const float largest = largest_of(logits.row(i), logits.cols), logit = logits(i, targets[at]);
    const float prob = probs(i, 0) == probs(i, 0) ? largest_of(probs.row(i), probs.cols) : probs(i, 0);
    const float distance = logit == largest ? 0 : largest - logit;  // two infinities are 0 apart
    losses[at] = distance - log(prob);
  }
  return n_counted;
}

void cross_entropy_backward(const MatrixView<const float>& probs, std::span<const int> targets, float factor,
                            const MatrixView<float>& dlogits) {
  for (int i = 0; i < probs.rows; ++i) {
    const int target = targets[static_cast<std::size_t>(i)];
    const float* p = probs.row(i);
    float* out = dlogits.row(i);
    if (target == ignored_target) {
      std::fill_n(out, probs.cols, 0.0f);
      continue;
    }
    const float at_target = (p[target] - 1) * factor;
    for_lanes(static_cast<std::size_t>(probs.cols), [&](auto at) { at.store(out, at.load(p) * factor); });
    out[target] = at_target;
  }
}

}  // namespace attn
