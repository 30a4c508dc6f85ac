#include "ops/softmax.hpp"

#include <algorithm>
#include <limits>

#include "ops/elementary_batch.hpp"

namespace attn {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// The largest entry, or NaN if there is one.
float max_or_nan(const float* x, int n) {
  Batch largest(-inf);
  BatchMask is_nan = largest != largest;
  const auto visit = [&](Batch x_j) {
    largest = max(largest, x_j);
    is_nan = is_nan | (x_j != x_j);
  };
  int j = 0;
  for (; j + batch_width <= n; j += batch_width) visit(load(x + j));
  visit(load_partial(x + j, n - j, -inf));
  return any(is_nan) ? nan : max_of_lanes(largest);
}

// Entries of at least `threshold` share 1 equally.
void share(const float* x, int n, float threshold, float* weights) {
  int count = 0;
  for (int j = 0; j < n; ++j) count += x[j] >= threshold;
  const float each = 1.0f / static_cast<float>(count);
  for (int j = 0; j < n; ++j) weights[j] = x[j] >= threshold ? each : 0.0f;
}

void exponentials(const float* x, int n, float largest, float temperature, float* weights) {
  Batch sum(0.0f);
  const auto weight = [&](Batch x_j) {
    const Batch e = exp((x_j - largest) / temperature);
    sum += e;
    return e;
  };
  int j = 0;
  for (; j + batch_width <= n; j += batch_width) store(weights + j, weight(load(x + j)));
  store_partial(weights + j, weight(load_partial(x + j, n - j, -inf)), n - j);

  const float inverse = 1.0f / sum_of_lanes(sum);
  for (j = 0; j + batch_width <= n; j += batch_width) store(weights + j, load(weights + j) * inverse);
  for (; j < n; ++j) weights[j] *= inverse;
}

void softmax_row(const float* x, int n, float temperature, float* weights) {
  const float largest = max_or_nan(x, n);
  if (largest != largest) {
    std::fill_n(weights, n, nan);
  } else if (largest == -inf) {
    std::fill_n(weights, n, 0.0f);
  } else if (largest == inf || temperature == 0) {
    share(x, n, largest, weights);
  } else if (temperature == inf) {
    share(x, n, std::numeric_limits<float>::lowest(), weights);
  } else {
    exponentials(x, n, largest, temperature, weights);
  }
}

}  // namespace

void softmax_rows(const MatrixView<const float>& x, float temperature, const MatrixView<float>& weights) {
  for (int i = 0; i < x.rows; ++i) softmax_row(x.row(i), x.cols, temperature, weights.row(i));
}

}  // namespace attn
