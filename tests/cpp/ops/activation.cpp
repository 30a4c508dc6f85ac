#include "ops/activation.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "gradient.hpp"

namespace attn::test {
namespace {

constexpr Activation all[] = {Activation::relu, Activation::gelu_tanh, Activation::gelu_exact};

double twin(Activation activation, double x) {
  if (activation == Activation::relu) return x > 0 ? x : 0;
  if (activation == Activation::gelu_exact) return x * 0.5 * std::erfc(-x / std::numbers::sqrt2);
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

double twin_slope(Activation activation, double x) {
  if (activation == Activation::relu) return x > 0 ? 1 : 0;
  if (activation == Activation::gelu_exact) {
    return 0.5 * std::erfc(-x / std::numbers::sqrt2) +
           x * std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
  }
  const double u = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
  const double du = std::sqrt(2 / std::numbers::pi) * (1 + 3 * 0.044715 * x * x), tanh = std::tanh(u);
  return 0.5 * (1 + tanh) + 0.5 * x * (1 - tanh * tanh) * du;
}

float value(Activation activation, float x) {
  float y = nan;
  activation_forward(activation, {&x, 1}, {&y, 1});
  return y;
}

float slope(Activation activation, float x) {
  const float one = 1;
  float dx = nan;
  activation_backward(activation, {&x, 1}, {&one, 1}, {&dx, 1});
  return dx;
}

}  // namespace

TEST_CASE("activation: the double slope, against central differences") {
  Pcg32 random(1);
  const Doubles x = doubles(Matrix(1, 40, random, 2)), dy = doubles(Matrix(1, 40, random));
  for (const Activation activation : all) {
    Doubles dx;
    for (std::size_t j = 0; j < x.size(); ++j) dx.push_back(dy[j] * twin_slope(activation, x[j]));
    const Doubles expected = central_differences(x, [&](const Doubles& at) {
      double sum = 0;
      for (std::size_t j = 0; j < at.size(); ++j) sum += dy[j] * twin(activation, at[j]);
      return sum;
    });
    CHECK(relative(dx, expected) < 1e-6);
  }
}

TEST_CASE("activation: from -15 to 15, against double") {
  for (const Activation activation : all) {
    double worst = 0, worst_slope = 0;
    for (float x = -15; x < 15; x += 0.00317f) {
      const auto at = static_cast<double>(x), size = std::max(1.0, std::abs(at));
      worst =
          std::max(worst, difference(static_cast<double>(value(activation, x)), twin(activation, at)) / size);
      worst_slope = std::max(
          worst_slope, difference(static_cast<double>(slope(activation, x)), twin_slope(activation, at)));
    }
    CAPTURE(static_cast<int>(activation));
    CHECK(worst < 3e-7);
    CHECK(worst_slope < 1e-6);
  }
}

TEST_CASE("activation: every length, each lane alike, in place too, and nothing beyond") {
  Pcg32 random(2);
  for (const Activation activation : all) {
    for (const int n : lengths_of_rows()) {
      Matrix x(1, n, random), dy(1, n, random);
      Matrix y(1, n), dx(1, n);
      activation_forward(activation, span_of(x), span_of(y));
      activation_backward(activation, span_of(x), span_of(dy), span_of(dx));
      bool right = true;
      for (int j = 0; j < n; ++j) {
        right = right && same_bits(y(0, j), value(activation, x(0, j)));
        right = right && same_bits(dx(0, j), dy(0, j) * slope(activation, x(0, j)));
      }
      CAPTURE(n);
      CHECK(right);
      CHECK(y.padding_untouched());
      CHECK(dx.padding_untouched());
      activation_backward(activation, span_of(x), span_of(dy), span_of(dy));
      CHECK(same_bits(dy, dx));
      activation_forward(activation, span_of(x), span_of(x));
      CHECK(same_bits(x, y));
    }
  }
}

TEST_CASE("activation: limits") {
  for (const Activation activation : all) {
    CHECK(value(activation, 0) == 0);
    CHECK(value(activation, 1e20f) == 1e20f);
    CHECK(value(activation, 3e38f) == 3e38f);
    CHECK(value(activation, inf) == inf);
    CHECK(std::abs(value(activation, -3e38f)) == 0);
    CHECK(std::abs(value(activation, -inf)) == 0);
    CHECK(std::isnan(value(activation, nan)));
    CHECK(slope(activation, 3e38f) == 1);
    CHECK(slope(activation, inf) == 1);
    CHECK(std::abs(slope(activation, -3e38f)) == 0);
    CHECK(std::abs(slope(activation, -inf)) == 0);
    CHECK(std::isnan(slope(activation, nan)));
  }
  CHECK(slope(Activation::relu, 0) == 0);
  CHECK(slope(Activation::gelu_tanh, 0) == 0.5f);
  CHECK(slope(Activation::gelu_exact, 0) == 0.5f);
}

TEST_CASE("activation: the same bits on every machine") {
  BitHash hash;
  for (float x = -15; x < 15; x += 0.0137f) {
    for (const Activation activation : all) {
      hash.add(value(activation, x));
      hash.add(slope(activation, x));
    }
  }
  CHECK(hash.value() == 3260980896u);
}

}  // namespace attn::test
