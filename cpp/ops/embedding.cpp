#include "ops/embedding.hpp"

#include <algorithm>

namespace attn {

void embedding_forward(std::span<const int> tokens, const MatrixView<const float>& table,
                       const MatrixView<float>& x) {
  for (int t = 0; t < x.rows; ++t) {
    std::copy_n(table.row(tokens[static_cast<std::size_t>(t)]), x.cols, x.row(t));
  }
}

void embedding_backward(std::span<const int> tokens, const MatrixView<const float>& dx, float factor,
                        const MatrixView<float>& dtable) {
  for (int t = 0; t < dx.rows; ++t) {
    const float* from = dx.row(t);
    float* to = dtable.row(tokens[static_cast<std::size_t>(t)]);
    for (int c = 0; c < dx.cols; ++c) to[c] += factor * from[c];
  }
}

}  // namespace attn
