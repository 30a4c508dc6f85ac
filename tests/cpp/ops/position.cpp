#include "ops/position.hpp"

#include <doctest/doctest.h>

#include "gradient.hpp"

namespace attn::test {
namespace {

constexpr RopePairing pairings[] = {RopePairing::interleaved, RopePairing::halves};

struct Angles {
  Matrix cos, sin;
};

Angles angles(int first_position, int n_tokens, int d) {
  Angles a{Matrix(n_tokens, d / 2), Matrix(n_tokens, d / 2)};
  rope_angles(first_position, 10000, a.cos, a.sin);
  return a;
}

// The component that interleaved pairing calls c, in halves.
int in_halves(int c, int d) { return c / 2 + (c % 2) * d / 2; }

double product(MatrixView<const float> a, int i, MatrixView<const float> b, int j) {
  double sum = 0;
  for (int c = 0; c < a.cols; ++c) sum += static_cast<double>(a(i, c)) * static_cast<double>(b(j, c));
  return sum;
}

}  // namespace

TEST_CASE("sinusoids: every width, from position 0 and far out, against double") {
  for (const int d : sizes) {
    for (const int first : {0, 1, 5000, 100000}) {
      Matrix table(9, d);
      sinusoidal_positions(first, table);
      double worst = 0;
      for (int t = 0; t < 9; ++t) {
        for (int c = 0; c < d; ++c) {
          const double angle = (first + t) / std::pow(10000.0, (c - c % 2) / static_cast<double>(d));
          const double expected = c % 2 == 0 ? std::sin(angle) : std::cos(angle);
          worst = std::max(worst, difference(static_cast<double>(table(t, c)), expected));
        }
      }
      CAPTURE(d);
      CAPTURE(first);
      CHECK(worst < 6.1e-8);
      CHECK(table.padding_untouched());
    }
  }
}

TEST_CASE("rope: angles and the turn of each pair, against double") {
  Pcg32 random(1);
  for (const int d : {2, 4, 6, 10, 16, 30, 34}) {
    const Matrix x(7, d, random);
    const Angles a = angles(11, 7, d);
    Matrix y(7, d);
    rope_forward(x, a.cos, a.sin, RopePairing::interleaved, y);
    double worst = 0;
    for (int t = 0; t < 7; ++t) {
      for (int i = 0; i < d / 2; ++i) {
        const double angle = (11 + t) * std::pow(10000.0, -2.0 * i / d);
        const auto x_a = static_cast<double>(x(t, 2 * i)), x_b = static_cast<double>(x(t, 2 * i + 1));
        worst = std::max(worst, difference(static_cast<double>(y(t, 2 * i)),
                                           x_a * std::cos(angle) - x_b * std::sin(angle)));
        worst = std::max(worst, difference(static_cast<double>(y(t, 2 * i + 1)),
                                           x_a * std::sin(angle) + x_b * std::cos(angle)));
      }
    }
    CAPTURE(d);
    CHECK(worst < 5e-7);
    CHECK(y.padding_untouched());
    CHECK(a.cos.padding_untouched());
  }
}

TEST_CASE("rope: halves are interleaved pairs, permuted") {
  Pcg32 random(2);
  const int d = 14;
  const Matrix x(5, d, random);
  const Angles a = angles(3, 5, d);
  Matrix permuted(5, d), y(5, d), y_halves(5, d);
  for (int t = 0; t < 5; ++t) {
    for (int c = 0; c < d; ++c) permuted(t, in_halves(c, d)) = x(t, c);
  }
  rope_forward(x, a.cos, a.sin, RopePairing::interleaved, y);
  rope_forward(permuted, a.cos, a.sin, RopePairing::halves, y_halves);
  for (int t = 0; t < 5; ++t) {
    for (int c = 0; c < d; ++c) CHECK(same_bits(y_halves(t, in_halves(c, d)), y(t, c)));
  }
}

TEST_CASE("rope: position 0 is the identity; lengths stay; the backward turns back and is the gradient") {
  Pcg32 random(3);
  const int d = 10;
  for (const RopePairing pairing : pairings) {
    const Matrix x(6, d, random), dy(6, d, random);
    const Angles a = angles(0, 6, d);
    Matrix y(6, d), back(6, d), dx(6, d);
    rope_forward(x, a.cos, a.sin, pairing, y);
    CHECK(same_bits(y.view().rows_from(0, 1), x.view().rows_from(0, 1)));
    CHECK_FALSE(same_bits(y.view().rows_from(1, 1), x.view().rows_from(1, 1)));
    for (int t = 0; t < 6; ++t)
      CHECK(product(y, t, y, t) == doctest::Approx(product(x, t, x, t)).epsilon(1e-6));
    rope_backward(y, a.cos, a.sin, pairing, back);
    CHECK(difference(back, doubles(x)) < 1e-6);
    // The map is linear: <dy, rope(x)> = <dx, x> for every x and dy.
    rope_backward(dy, a.cos, a.sin, pairing, dx);
    for (int t = 0; t < 6; ++t)
      CHECK(product(dx, t, x, t) == doctest::Approx(product(dy, t, y, t)).epsilon(1e-5));
    rope_backward(y, a.cos, a.sin, pairing, y);
    CHECK(same_bits(y, back));
  }
}

TEST_CASE("rope: products depend on the difference of positions only, at every distance") {
  Pcg32 random(4);
  const int d = 16, n = 9;
  for (const RopePairing pairing : pairings) {
    const Matrix one_q(1, d, random), one_k(1, d, random);
    const Matrix q(n, d, [&](int, int c) { return one_q(0, c); }),
        k(n, d, [&](int, int c) { return one_k(0, c); });
    Matrix near_q(n, d), near_k(n, d), far_q(n, d), far_k(n, d);
    const Angles near = angles(0, n, d), far = angles(4000, n, d);
    rope_forward(q, near.cos, near.sin, pairing, near_q);
    rope_forward(k, near.cos, near.sin, pairing, near_k);
    rope_forward(q, far.cos, far.sin, pairing, far_q);
    rope_forward(k, far.cos, far.sin, pairing, far_k);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        CHECK(difference(product(near_q, i, near_k, j), product(far_q, i, far_k, j)) < 5e-6);
        if (i > 0 && j > 0) {
          CHECK(difference(product(near_q, i, near_k, j), product(near_q, i - 1, near_k, j - 1)) < 5e-6);
        }
      }
    }
    CHECK(difference(product(near_q, 3, near_k, 0), product(near_q, 0, near_k, 3)) > 1e-2);
  }
}

TEST_CASE("alibi: the slopes of the paper, and of head counts between powers of 2") {
  for (int h = 0; h < 8; ++h) CHECK(alibi_slope(h, 8) == std::ldexp(1.0f, -(h + 1)));
  CHECK(alibi_slope(0, 1) == 1.0f / 256);
  for (int h = 0; h < 16; ++h) {
    CHECK(relative_error(static_cast<double>(alibi_slope(h, 16)), std::pow(2.0, -0.5 * (h + 1))) < 1e-7);
  }
  for (int h = 0; h < 8; ++h) CHECK(alibi_slope(h, 12) == alibi_slope(h, 8));
  for (int h = 8; h < 12; ++h) CHECK(alibi_slope(h, 12) == alibi_slope(2 * (h - 8), 16));
  CHECK(alibi_slope(2, 3) == 0.25f);
}

TEST_CASE("positions: the same bits on every machine") {
  BitHash hash;
  Matrix table(40, 21);
  sinusoidal_positions(1000, table);
  const Angles a = angles(7, 40, 22);
  for (int t = 0; t < 40; ++t) {
    for (int c = 0; c < 21; ++c) hash.add(table(t, c));
    for (int c = 0; c < 11; ++c) hash.add(a.cos(t, c));
    for (int c = 0; c < 11; ++c) hash.add(a.sin(t, c));
  }
  CHECK(hash.value() == 3932734038u);
}

}  // namespace attn::test
