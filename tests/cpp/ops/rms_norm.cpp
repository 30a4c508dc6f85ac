#include "ops/rms_norm.hpp"

#include <doctest/doctest.h>

#include "gradient.hpp"

namespace attn::test {
namespace {

constexpr float eps = 1e-5f;

// The twin of one row.
double twin_rms(const Doubles& x) {
  double squares = 0;
  for (const double x_j : x) squares += x_j * x_j;
  return std::sqrt(squares / static_cast<double>(x.size()) + static_cast<double>(eps));
}

Doubles twin_forward(const Doubles& x, const Doubles& gamma) {
  Doubles y;
  for (std::size_t j = 0; j < x.size(); ++j) y.push_back(gamma[j] * x[j] / twin_rms(x));
  return y;
}

// By the Jacobian, entry by entry: dy_j / dx_l = gamma_j ((j = l) / rms - x_j x_l / (n rms^3)).
Doubles twin_dx(const Doubles& x, const Doubles& gamma, const Doubles& dy) {
  const double rms = twin_rms(x), n = static_cast<double>(x.size());
  Doubles dx(x.size());
  for (std::size_t j = 0; j < x.size(); ++j) {
    for (std::size_t l = 0; l < x.size(); ++l) {
      dx[l] += dy[j] * gamma[j] * ((j == l ? 1 / rms : 0) - x[j] * x[l] / (n * rms * rms * rms));
    }
  }
  return dx;
}

Doubles twin_dgamma(const Doubles& x, const Doubles& dy) {
  Doubles dgamma;
  for (std::size_t j = 0; j < x.size(); ++j) dgamma.push_back(dy[j] * x[j] / twin_rms(x));
  return dgamma;
}

}  // namespace

TEST_CASE("rms norm: the double gradient, against central differences") {
  Pcg32 random(1);
  const Doubles x = doubles(Matrix(1, 7, random)), gamma = doubles(Matrix(1, 7, random)),
                dy = doubles(Matrix(1, 7, random));
  CHECK(relative(twin_dx(x, gamma, dy), central_differences(x, [&](const Doubles& at) {
                   return dot(dy, twin_forward(at, gamma));
                 })) < 1e-6);
  CHECK(relative(twin_dgamma(x, dy), central_differences(gamma, [&](const Doubles& at) {
                   return dot(dy, twin_forward(x, at));
                 })) < 1e-6);
}

TEST_CASE("rms norm: every length, against double, in place too, gamma's gradient summed over rows") {
  Pcg32 random(2);
  for (const int n : lengths_of_rows()) {
    Matrix x(2, n, random, 3), dy(2, n, random);
    const Matrix gamma(1, n, random);
    Matrix y(2, n), inverse_rms(1, 2), dx(2, n), dgamma = zeros(1, n);
    rms_norm_forward(x, span_of(gamma), eps, y, span_of(inverse_rms));
    rms_norm_backward(x, span_of(gamma), span_of(inverse_rms), dy, dx, span_of(dgamma));
    CAPTURE(n);
    Doubles expected_dgamma(static_cast<std::size_t>(n));
    for (int i = 0; i < 2; ++i) {
      const Doubles x_i = doubles(x.view().rows_from(i, 1)), dy_i = doubles(dy.view().rows_from(i, 1));
      CHECK(difference(y.view().rows_from(i, 1), twin_forward(x_i, doubles(gamma))) < 5e-6);
      CHECK(relative(dx.view().rows_from(i, 1), twin_dx(x_i, doubles(gamma), dy_i)) < (n == 1 ? 1e-3 : 1e-5));
      const Doubles dgamma_i = twin_dgamma(x_i, dy_i);
      for (std::size_t j = 0; j < dgamma_i.size(); ++j) expected_dgamma[j] += dgamma_i[j];
      CHECK(static_cast<double>(inverse_rms(0, i)) == doctest::Approx(1 / twin_rms(x_i)).epsilon(1e-6));
    }
    CHECK(relative(dgamma, expected_dgamma) < 1e-5);
    for (const Matrix* written : {&y, &inverse_rms, &dx, &dgamma}) CHECK(written->padding_untouched());

    rms_norm_backward(x, span_of(gamma), span_of(inverse_rms), dy, dy, span_of(dgamma));
    CHECK(same_bits(dy, dx));
    rms_norm_forward(x, span_of(gamma), eps, x, span_of(inverse_rms));
    CHECK(same_bits(x, y));
  }
}

TEST_CASE("rms norm: a row of zeros stays zero; NaN stays in its row") {
  Matrix x = zeros(2, 6), y(2, 6), inverse_rms(1, 2);
  const Matrix gamma(1, 6, [](int, int) { return 2.0f; });
  x(1, 5) = nan;
  rms_norm_forward(x, span_of(gamma), eps, y, span_of(inverse_rms));
  for (int j = 0; j < 6; ++j) CHECK(y(0, j) == 0);
  for (int j = 0; j < 6; ++j) CHECK(std::isnan(y(1, j)));
}

}  // namespace attn::test
