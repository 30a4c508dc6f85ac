#include "ops/linear.hpp"

#include <algorithm>

#include "ops/add.hpp"
#include "ops/matmul.hpp"
#include "ops/transposed_product.hpp"

namespace attn {

std::size_t linear_scratch_size(int n_tokens, int n_in, int n_out) {
  return std::max(matmul_scratch_size(std::max(n_in, n_out)),
                  transposed_product_scratch_size(n_tokens, n_out));
}

void linear_forward(const MatrixView<const float>& x, const MatrixView<const float>& w,
                    std::span<const float> b, const MatrixView<float>& y, std::span<float> scratch) {
  matmul_transposed(x, w, y, scratch);
  if (b.empty()) return;
  for (int t = 0; t < y.rows; ++t) add(b, {y.row(t), b.size()});
}

void linear_backward_input(const MatrixView<const float>& dy, const MatrixView<const float>& w,
                           const MatrixView<float>& dx, std::span<float> scratch) {
  matmul(dy, w, dx, scratch);
}

void linear_backward_weights(const MatrixView<const float>& x, const MatrixView<const float>& dy,
                             const MatrixView<float>& dw, std::span<float> db, std::span<float> scratch) {
  add_transposed_product(dy, x, dw, scratch);
  if (db.empty()) return;
  for (int t = 0; t < dy.rows; ++t) add({dy.row(t), db.size()}, db);
}

}  // namespace attn
