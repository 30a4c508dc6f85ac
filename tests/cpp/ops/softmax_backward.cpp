#include "ops/softmax_backward.hpp"

#include <doctest/doctest.h>

#include "gradient.hpp"
#include "ops/softmax.hpp"

namespace attn::test {
namespace {

Doubles twin_forward(const Doubles& x, double temperature) {
  double sum = 0;
  Doubles weights;
  for (const double x_j : x) sum += std::exp(x_j / temperature);
  for (const double x_j : x) weights.push_back(std::exp(x_j / temperature) / sum);
  return weights;
}

// By the Jacobian, entry by entry: dw_j / dx_l = w_j ((j = l) - w_l) / temperature.
Doubles twin_backward(const Doubles& w, const Doubles& dw, double temperature) {
  Doubles dx(w.size());
  for (std::size_t j = 0; j < w.size(); ++j) {
    for (std::size_t l = 0; l < w.size(); ++l)
      dx[l] += dw[j] * w[j] * ((j == l ? 1 : 0) - w[l]) / temperature;
  }
  return dx;
}

}  // namespace

TEST_CASE("softmax backward: the double gradient, against central differences") {
  Pcg32 random(1);
  const Doubles x = doubles(Matrix(1, 9, random)), dw = doubles(Matrix(1, 9, random));
  for (const double temperature : {0.5, 1.0, 3.0}) {
    const Doubles dx = twin_backward(twin_forward(x, temperature), dw, temperature);
    CHECK(relative(dx, central_differences(x, [&](const Doubles& at) {
                     return dot(dw, twin_forward(at, temperature));
                   })) < 1e-6);
  }
}

TEST_CASE("softmax backward: every length, against double, in place too") {
  Pcg32 random(2);
  for (const int n : lengths_of_rows()) {
    for (const float temperature : {0.5f, 1.0f, 3.0f}) {
      const Matrix x(1, n, random);
      Matrix weights(1, n), dw(1, n, random), dx(1, n);
      softmax_rows(x, temperature, weights);
      softmax_backward(weights, dw, temperature, dx);
      const Doubles expected = twin_backward(doubles(weights), doubles(dw), static_cast<double>(temperature));
      CAPTURE(n);
      CHECK(relative(dx, expected) < (n == 1 ? 1e-3 : 2e-6));  // of one weight all cancels
      CHECK(dx.padding_untouched());
      softmax_backward(weights, dw, temperature, dw);
      CHECK(same_bits(dw, dx));
    }
  }
}

TEST_CASE("softmax backward: a weight of 0 has gradient 0 and adds nothing, even where dweights is NaN") {
  Pcg32 random(3);
  for (const int n : {2, 3, 7, 8, 33}) {
    for (const float poison : {nan, inf, -inf}) {
      Matrix x(1, n, random), weights(1, n), dw(1, n, random), clean(1, n), dx(1, n);
      for (int j = 0; j < n; j += 2) x(0, j) = -inf;
      softmax_rows(x, 1, weights);
      for (int j = 0; j < n; j += 2) dw(0, j) = 0;
      softmax_backward(weights, dw, 1, clean);
      for (int j = 0; j < n; j += 2) dw(0, j) = poison;
      softmax_backward(weights, dw, 1, dx);
      CHECK(same_bits(dx, clean));
      for (int j = 0; j < n; j += 2) CHECK(same_bits(dx(0, j), 0.0f));
    }
  }
}

TEST_CASE("softmax backward: temperature 0 and infinity, fully masked rows and one-hot weights give 0") {
  Pcg32 random(4);
  const Matrix dw(1, 6, random), none = zeros(1, 6);
  const Matrix even(1, 6, [](int, int) { return 1.0f / 6; }),
      one(1, 6, [](int, int j) { return static_cast<float>(j == 2); });
  Matrix endless = copy_of(dw);
  endless(0, 3) = inf;
  for (const float temperature : {0.0f, inf}) {
    for (const Matrix* dweights : {&dw, static_cast<const Matrix*>(&endless)}) {
      Matrix dx(1, 6);
      softmax_backward(even, *dweights, temperature, dx);
      CHECK(difference(dx, doubles(none)) == 0);
    }
  }
  for (const float temperature : {1e-30f, 1.0f}) {
    for (const Matrix* weights : {&one, &none}) {
      Matrix dx(1, 6);
      softmax_backward(*weights, dw, temperature, dx);
      CHECK(difference(dx, doubles(none)) == 0);
    }
  }
}

TEST_CASE("softmax backward: NaN stays in its row") {
  const Matrix weights(3, 5, [](int, int) { return 0.2f; });
  Matrix dw(3, 5, [](int, int j) { return static_cast<float>(j); }), dx(3, 5);
  dw(1, 4) = nan;
  softmax_backward(weights, dw, 1, dx);
  for (int i = 0; i < 3; ++i) CHECK(std::isnan(dx(i, 0)) == (i == 1));
}

}  // namespace attn::test
