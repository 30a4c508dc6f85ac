#include "ops/layer_norm.hpp"

#include <doctest/doctest.h>

#include "gradient.hpp"

namespace attn::test {
namespace {

constexpr float eps = 1e-5f;

// The twin of one row.
Doubles twin_forward(const Doubles& x, const Doubles& gamma, const Doubles& beta) {
  double mean = 0, variance = 0;
  const auto n = static_cast<double>(x.size());
  for (const double x_j : x) mean += x_j / n;
  for (const double x_j : x) variance += (x_j - mean) * (x_j - mean) / n;
  Doubles y;
  for (std::size_t j = 0; j < x.size(); ++j) {
    y.push_back(gamma[j] * (x[j] - mean) / std::sqrt(variance + static_cast<double>(eps)) + beta[j]);
  }
  return y;
}

struct Gradients {
  Doubles dx, dgamma, dbeta;
};

// By the Jacobian, entry by entry: dy_j / dx_l = gamma_j ((j = l) - 1/n - z_j z_l / n) / std.
Gradients twin_backward(const Doubles& x, const Doubles& gamma, const Doubles& dy) {
  const Doubles ones(x.size(), 1), none(x.size(), 0), z = twin_forward(x, ones, none);
  const auto n = static_cast<double>(x.size());
  double mean = 0, variance = 0;
  for (const double x_j : x) mean += x_j / n;
  for (const double x_j : x) variance += (x_j - mean) * (x_j - mean) / n;
  const double std = std::sqrt(variance + static_cast<double>(eps));
  Gradients g{Doubles(x.size()), Doubles(x.size()), dy};
  for (std::size_t j = 0; j < x.size(); ++j) {
    g.dgamma[j] = dy[j] * z[j];
    for (std::size_t l = 0; l < x.size(); ++l) {
      g.dx[l] += dy[j] * gamma[j] * ((j == l ? 1 : 0) - 1 / n - z[j] * z[l] / n) / std;
    }
  }
  return g;
}

struct Result {
  Matrix y, mean, inverse_deviation, dx, dgamma, dbeta;
};

Result run(const Matrix& x, const Matrix& gamma, const Matrix& beta, const Matrix& dy) {
  const int rows = x.view().rows, n = x.view().cols;
  Result r{Matrix(rows, n), Matrix(1, rows), Matrix(1, rows), Matrix(rows, n), zeros(1, n), zeros(1, n)};
  layer_norm_forward(x, span_of(gamma), span_of(beta), eps, r.y, span_of(r.mean),
                     span_of(r.inverse_deviation));
  layer_norm_backward(x, span_of(gamma), span_of(r.mean), span_of(r.inverse_deviation), dy, r.dx,
                      span_of(r.dgamma), span_of(r.dbeta));
  return r;
}

}  // namespace

TEST_CASE("layer norm: the double gradient, against central differences") {
  Pcg32 random(1);
  for (const int n : {2, 7}) {
    const Doubles x = doubles(Matrix(1, n, random)), gamma = doubles(Matrix(1, n, random)),
                  beta = doubles(Matrix(1, n, random)), dy = doubles(Matrix(1, n, random));
    const Gradients g = twin_backward(x, gamma, dy);
    CHECK(relative(g.dx, central_differences(x, [&](const Doubles& at) {
                     return dot(dy, twin_forward(at, gamma, beta));
                   })) < 1e-6);
    CHECK(relative(g.dgamma, central_differences(gamma, [&](const Doubles& at) {
                     return dot(dy, twin_forward(x, at, beta));
                   })) < 1e-6);
    CHECK(relative(g.dbeta, central_differences(beta, [&](const Doubles& at) {
                     return dot(dy, twin_forward(x, gamma, at));
                   })) < 1e-6);
  }
}

TEST_CASE("layer norm: every length, against double") {
  Pcg32 random(2);
  for (const int n : lengths_of_rows()) {
    const Matrix x(1, n, random), gamma(1, n, random), beta(1, n, random), dy(1, n, random);
    const Result r = run(x, gamma, beta, dy);
    const Gradients g = twin_backward(doubles(x), doubles(gamma), doubles(dy));
    CAPTURE(n);
    CHECK(difference(r.y, twin_forward(doubles(x), doubles(gamma), doubles(beta))) < 5e-6);
    CHECK(relative(r.dx, g.dx) < (n == 2 ? 1e-3 : 1e-5));  // of two numbers z is +-1 and nearly all cancels
    CHECK(relative(r.dgamma, g.dgamma) < 1e-5);
    CHECK(relative(r.dbeta, g.dbeta) < 1e-6);
    for (const Matrix* written : {&r.y, &r.mean, &r.inverse_deviation, &r.dx, &r.dgamma, &r.dbeta}) {
      CHECK(written->padding_untouched());
    }
  }
}

TEST_CASE("layer norm: rows on their own, gradients of gamma and beta summed over them") {
  Pcg32 random(3);
  const Matrix x(3, 9, random), gamma(1, 9, random), beta(1, 9, random), dy(3, 9, random);
  const Result r = run(x, gamma, beta, dy);
  Doubles dgamma(9, 0.0), dbeta(9, 0.0);
  for (int i = 0; i < 3; ++i) {
    const Matrix x_i = copy_of(x.view().rows_from(i, 1)), dy_i = copy_of(dy.view().rows_from(i, 1));
    const Result alone = run(x_i, gamma, beta, dy_i);
    CHECK(same_bits(alone.y, r.y.view().rows_from(i, 1)));
    CHECK(same_bits(alone.dx, r.dx.view().rows_from(i, 1)));
    for (int j = 0; j < 9; ++j)
      dgamma[static_cast<std::size_t>(j)] += static_cast<double>(alone.dgamma(0, j));
    for (int j = 0; j < 9; ++j) dbeta[static_cast<std::size_t>(j)] += static_cast<double>(alone.dbeta(0, j));
  }
  CHECK(difference(r.dgamma, dgamma) < 1e-6);
  CHECK(difference(r.dbeta, dbeta) < 1e-6);
}

TEST_CASE("layer norm: a constant row gives exactly beta, whatever the constant") {
  Pcg32 random(4);
  for (const int n : {1, 3, 8, 33, 257}) {
    for (const float constant : {0.0f, 0.1f, -12345.678f, 3e30f}) {
      const Matrix x(1, n, [&](int, int) { return constant; });
      const Matrix gamma(1, n, random), beta(1, n, random), dy(1, n, random);
      const Result r = run(x, gamma, beta, dy);
      CHECK(difference(r.y, doubles(beta)) == 0);
      CHECK(difference(r.dgamma, Doubles(static_cast<std::size_t>(n), 0.0)) == 0);
      for (int j = 0; j < n; ++j) CHECK(std::isfinite(r.dx(0, j)));
    }
  }
}

TEST_CASE("layer norm: a mean far from 0 does not cancel, nor does its own rounding matter") {
  Pcg32 random(5);
  struct Row {
    float mean, spread;
    double bound;
  };
  for (const Row row : {Row{1e3f, 1, 1e-5}, {1e3f, 1e-2f, 1e-5}, {1e4f, 1e-2f, 1e-5}, {1e5f, 0.02f, 1e-4}}) {
    for (const int n : {7, 64, 257}) {
      const Matrix x(1, n, [&](int, int) { return row.mean + row.spread * random.normal(); });
      const Matrix gamma(1, n, random), beta(1, n, random), dy(1, n, random);
      const Result r = run(x, gamma, beta, dy);
      const Gradients g = twin_backward(doubles(x), doubles(gamma), doubles(dy));
      CAPTURE(row.mean);
      CAPTURE(n);
      CHECK(difference(r.y, twin_forward(doubles(x), doubles(gamma), doubles(beta))) < row.bound);
      CHECK(relative(r.dx, g.dx) < row.bound);
      CHECK(relative(r.dgamma, g.dgamma) < row.bound);
    }
  }
}

TEST_CASE("layer norm: NaN stays in its row; y may be x and dx may be dy") {
  Pcg32 random(6);
  Matrix x(3, 10, random), dy(3, 10, random);
  const Matrix gamma(1, 10, random), beta(1, 10, random);
  x(1, 4) = nan;
  const Result r = run(x, gamma, beta, dy);
  for (int i = 0; i < 3; ++i) CHECK(std::isnan(r.y(i, 0)) == (i == 1));
  for (int i = 0; i < 3; ++i) CHECK(std::isnan(r.dx(i, 9)) == (i == 1));
  Matrix mean(1, 3), inverse_deviation(1, 3), dgamma = zeros(1, 10), dbeta = zeros(1, 10);
  layer_norm_backward(x, span_of(gamma), span_of(r.mean), span_of(r.inverse_deviation), dy, dy,
                      span_of(dgamma), span_of(dbeta));
  CHECK(same_bits(dy, r.dx));
  layer_norm_forward(x, span_of(gamma), span_of(beta), eps, x, span_of(mean), span_of(inverse_deviation));
  CHECK(same_bits(x, r.y));
}

TEST_CASE("layer norm: eps is inside the root, mean and 1 / std are what they are called") {
  const Matrix x(1, 2, [](int, int j) { return j == 0 ? 1.0f : 1.002f; });
  Matrix gamma(1, 2, [](int, int) { return 1.0f; }), beta = zeros(1, 2), y(1, 2), mean(1, 1),
                                                     inverse_deviation(1, 1);
  layer_norm_forward(x, span_of(gamma), span_of(beta), 3e-6f, y, span_of(mean), span_of(inverse_deviation));
  CHECK(mean(0, 0) == doctest::Approx(1.001));
  CHECK(inverse_deviation(0, 0) == doctest::Approx(500).epsilon(1e-3));
  CHECK(y(0, 1) == doctest::Approx(0.5).epsilon(1e-3));
}

}  // namespace attn::test
