// Attention in double, one number at a time: what attention_forward and its fused form are compared with.
#pragma once

#include <functional>
#include <vector>

#include "compare.hpp"
#include "ops/attention.hpp"

namespace attn::test {

struct ExpectedAttention {
  std::vector<double> weights, output;
};

using Visible = std::function<bool(int, int)>;

inline Visible all_visible() {
  return [](int, int) { return true; };
}
inline Visible causally_visible(int n_q, int n_k) {
  return [=](int i, int j) { return j <= i + n_k - n_q; };
}

/// temperature is finite and above 0; visible(i, j) says whether query i may see key j.
inline ExpectedAttention expected_attention(const Matrix& q, const Matrix& k, const Matrix& v, double scale,
                                            double temperature, const Visible& visible) {
  const MatrixView<const float> query = q, key = k, value = v;
  ExpectedAttention expected;
  for (int i = 0; i < query.rows; ++i) {
    std::vector<double> weights(static_cast<std::size_t>(key.rows), 0.0),
        output(static_cast<std::size_t>(value.cols), 0.0);
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (int j = 0; j < key.rows; ++j) {
      double& score = weights[static_cast<std::size_t>(j)];
      for (int c = 0; c < key.cols; ++c)
        score += static_cast<double>(query(i, c)) * static_cast<double>(key(j, c));
      score *= scale / temperature;
      if (visible(i, j)) largest = std::max(largest, score);
    }
    for (int j = 0; j < key.rows; ++j) {
      double& weight = weights[static_cast<std::size_t>(j)];
      weight = visible(i, j) ? std::exp(weight - largest) : 0;
      sum += weight;
    }
    for (int j = 0; j < key.rows; ++j) {
      double& weight = weights[static_cast<std::size_t>(j)];
      if (weight == 0) continue;
      weight /= sum;
      for (int c = 0; c < value.cols; ++c) {
        output[static_cast<std::size_t>(c)] += weight * static_cast<double>(value(j, c));
      }
    }
    expected.weights.insert(expected.weights.end(), weights.begin(), weights.end());
    expected.output.insert(expected.output.end(), output.begin(), output.end());
  }
  return expected;
}

/// 0 and 1 by coin, and the first query sees nothing if there are several.
inline Matrix random_mask(int n_q, int n_k, Pcg32& random) {
  return Matrix(n_q, n_k,
                [&](int i, int) { return i == 0 && n_q > 1 ? 0.0f : static_cast<float>(random.below(2)); });
}

inline constexpr int head_sizes[] = {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33};
inline constexpr int lengths[][2] = {{1, 1}, {1, 16}, {3, 7}, {5, 2}, {9, 9}, {17, 33}, {65, 70}};
inline constexpr Mask masks[] = {Mask::none, Mask::causal, Mask::given};

}  // namespace attn::test
