#include "ops/softmax_backward.hpp"

#include <algorithm>
#include <limits>

#include "ops/lanes.hpp"

namespace attn {

void softmax_backward(const MatrixView<const float>& weights, const MatrixView<const float>& dweights,
                      float temperature, const MatrixView<float>& dx) {
  const auto n = static_cast<std::size_t>(weights.cols);
  const bool constant = temperature == 0 || temperature == std::numeric_limits<float>::infinity();
  const Batch zero(0.0f);
  for (int i = 0; i < weights.rows; ++i) {
    const float *w = weights.row(i), *dw = dweights.row(i);
    float* out = dx.row(i);
    if (constant) {
      std::fill_n(out, n, 0.0f);
      continue;
    }
    Batch sum = zero;
    for_lanes(n, [&](auto at) {
      const Batch w_j = at.load(w);
      sum += select(w_j == zero, zero, w_j * at.load(dw));
    });
    const float mean = sum_of_lanes(sum);
    for_lanes(n, [&](auto at) {
      const Batch w_j = at.load(w);
      at.store(out, select(w_j == zero, zero, w_j * (at.load(dw) - mean) / temperature));
    });
  }
}

}  // namespace attn
