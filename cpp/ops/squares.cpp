#include "ops/squares.hpp"

#include "ops/simd.hpp"

namespace attn {

float sum_of_squares(const MatrixView<const float>& x) {
  constexpr int n_chains = 4;  // a sum takes 3 cycles, and others can start meanwhile
  Batch sum[n_chains] = {Batch(0.0f), Batch(0.0f), Batch(0.0f), Batch(0.0f)};
  for (int i = 0; i < x.rows; ++i) {
    const float* row = x.row(i);
    int j = 0;
    for (; j + n_chains * batch_width <= x.cols; j += n_chains * batch_width) {
      for (int c = 0; c < n_chains; ++c) {
        const Batch x_j = load(row + j + c * batch_width);
        sum[c] += x_j * x_j;
      }
    }
    for (; j < x.cols; j += batch_width) {
      const Batch x_j = load_partial(row + j, x.cols - j < batch_width ? x.cols - j : batch_width, 0.0f);
      sum[0] += x_j * x_j;
    }
  }
  return sum_of_lanes((sum[0] + sum[1]) + (sum[2] + sum[3]));
}

}  // namespace attn
