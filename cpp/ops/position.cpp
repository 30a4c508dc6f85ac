#include "ops/position.hpp"

#include <cmath>

#include "ops/elementary.hpp"

namespace attn {
namespace {

struct Pair {
  int a, b;
};

Pair pair_of(int i, int d, RopePairing pairing) {
  return pairing == RopePairing::interleaved ? Pair{2 * i, 2 * i + 1} : Pair{i, i + d / 2};
}

// Turns each pair by its angle times `direction`, which is 1 or -1.
void rotate(const MatrixView<const float>& x, const MatrixView<const float>& cos,
            const MatrixView<const float>& sin, RopePairing pairing, float direction,
            const MatrixView<float>& y) {
  for (int t = 0; t < x.rows; ++t) {
    for (int i = 0; i < cos.cols; ++i) {
      const auto [a, b] = pair_of(i, x.cols, pairing);
      const float x_a = x(t, a), x_b = x(t, b), c = cos(t, i), s = sin(t, i) * direction;
      y(t, a) = x_a * c - x_b * s;
      y(t, b) = x_a * s + x_b * c;
    }
  }
}

}  // namespace

void sinusoidal_positions(int first_position, const MatrixView<float>& table) {
  const double log_base = log(10000.0);
  for (int c = 0; c < table.cols; c += 2) {
    const double frequency = exp(-log_base * c / table.cols);
    for (int t = 0; t < table.rows; ++t) {
      const SinCos angle = sin_cos((first_position + t) * frequency);
      table(t, c) = static_cast<float>(angle.sin);
      if (c + 1 < table.cols) table(t, c + 1) = static_cast<float>(angle.cos);
    }
  }
}

void rope_angles(int first_position, float base, const MatrixView<float>& cos, const MatrixView<float>& sin) {
  const double log_base = log(static_cast<double>(base));
  for (int i = 0; i < cos.cols; ++i) {
    const double theta = exp(-log_base * i / cos.cols);
    for (int t = 0; t < cos.rows; ++t) {
      const SinCos angle = sin_cos((first_position + t) * theta);
      cos(t, i) = static_cast<float>(angle.cos);
      sin(t, i) = static_cast<float>(angle.sin);
    }
  }
}

void rope_forward(const MatrixView<const float>& x, const MatrixView<const float>& cos,
                  const MatrixView<const float>& sin, RopePairing pairing, const MatrixView<float>& y) {
  rotate(x, cos, sin, pairing, 1, y);
}

void rope_backward(const MatrixView<const float>& dy, const MatrixView<const float>& cos,
                   const MatrixView<const float>& sin, RopePairing pairing, const MatrixView<float>& dx) {
  rotate(dy, cos, sin, pairing, -1, dx);
}

float alibi_slope(int head, int n_heads) {
  int n = 1;
  double ratio = 0x1p-8;  // 2^(-8 / n), exact roots of a power of 2
  for (; 2 * n <= n_heads; n *= 2) ratio = std::sqrt(ratio);
  if (head < n) return static_cast<float>(power(ratio, head + 1));
  return static_cast<float>(power(std::sqrt(ratio), 2 * (head - n) + 1));
}

}  // namespace attn
