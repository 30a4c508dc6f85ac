#include "ops/embedding.hpp"

#include <algorithm>

#include "ops/add.hpp"

namespace attn {

void embedding_forward(std::span<const int> tokens, const MatrixView<const float>& table,
                       const MatrixView<float>& x) {
  for (int t = 0; t < x.rows; ++t) {
    std::copy_n(table.row(tokens[static_cast<std::size_t>(t)]), x.cols, x.row(t));
  }
}

void embedding_backward(std::span<const int> tokens, const MatrixView<const float>& dx,
                        const MatrixView<float>& dtable) {
  const auto d_model = static_cast<std::size_t>(dx.cols);
  for (int t = 0; t < dx.rows; ++t) {
    add({dx.row(t), d_model}, {dtable.row(tokens[static_cast<std::size_t>(t)]), d_model});
  }
}

}  // namespace attn
