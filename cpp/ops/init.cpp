#include "ops/init.hpp"

#include <cmath>

namespace attn {

void fill_weights(Init init, const MatrixView<float>& w, bool residual, int n_layers, Pcg32& random) {
  const auto bound = static_cast<float>(std::sqrt(6.0 / (w.rows + w.cols)));
  const auto deviation = static_cast<float>(residual ? 0.02 / std::sqrt(2.0 * n_layers) : 0.02);
  for (int o = 0; o < w.rows; ++o) {
    for (int i = 0; i < w.cols; ++i) {
      w(o, i) = init == Init::gpt2 ? deviation * random.normal() : bound * (2 * random.uniform() - 1);
    }
  }
}

}  // namespace attn
