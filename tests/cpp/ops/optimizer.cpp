#include "ops/optimizer.hpp"

#include <doctest/doctest.h>

#include "gradient.hpp"

namespace attn::test {
namespace {

struct State {
  Doubles w, m, v;
};

void twin_adamw(const AdamW& o, int step, double rate, const Doubles& g, State& s) {
  const auto beta1 = static_cast<double>(o.beta1), beta2 = static_cast<double>(o.beta2);
  for (std::size_t j = 0; j < g.size(); ++j) {
    s.m[j] = beta1 * s.m[j] + (1 - beta1) * g[j];
    s.v[j] = beta2 * s.v[j] + (1 - beta2) * g[j] * g[j];
    const double m_hat = s.m[j] / (1 - std::pow(beta1, step)), v_hat = s.v[j] / (1 - std::pow(beta2, step));
    s.w[j] -= rate * (m_hat / (std::sqrt(v_hat) + static_cast<double>(o.eps)) +
                      static_cast<double>(o.weight_decay) * s.w[j]);
  }
}

}  // namespace

TEST_CASE("adamw: thirty steps at every length, against double, and nothing beyond") {
  Pcg32 random(1);
  const AdamW options{0.8f, 0.95f, 1e-6f, 0.1f};
  for (const int n : lengths_of_rows()) {
    Matrix w(1, n, random), m = zeros(1, n), v = zeros(1, n);
    State twin{doubles(w), doubles(m), doubles(v)};
    for (int step = 1; step <= 30; ++step) {
      const Matrix g(1, n, random, 0.1f);
      adamw_step(options, step, 0.01f, span_of(g), span_of(w), span_of(m), span_of(v));
      twin_adamw(options, step, static_cast<double>(0.01f), doubles(g), twin);
    }
    CAPTURE(n);
    CHECK(difference(w, twin.w) < 3e-6);
    CHECK(difference(m, twin.m) < 1e-6);
    CHECK(difference(v, twin.v) < 1e-7);
    for (const Matrix* written : {&w, &m, &v}) CHECK(written->padding_untouched());
  }
}

TEST_CASE("adamw: the first step has length learning_rate whatever the gradient; decay is decoupled") {
  for (const float gradient : {1e-3f, -1.0f, 1e4f}) {
    Matrix g(1, 1, [&](int, int) { return gradient; }), w = zeros(1, 1), m = zeros(1, 1), v = zeros(1, 1);
    adamw_step({}, 1, 0.5f, span_of(g), span_of(w), span_of(m), span_of(v));
    CHECK(w(0, 0) == doctest::Approx(gradient > 0 ? -0.5 : 0.5).epsilon(1e-4));
  }
  // Without a gradient the weights shrink by learning_rate * weight_decay and the moments stay 0.
  Matrix g = zeros(1, 1), w(1, 1, [](int, int) { return 2.0f; }), m = zeros(1, 1), v = zeros(1, 1);
  adamw_step({0.9f, 0.999f, 1e-8f, 0.25f}, 1, 0.5f, span_of(g), span_of(w), span_of(m), span_of(v));
  CHECK(w(0, 0) == 1.75f);
  CHECK(m(0, 0) == 0);
  CHECK(v(0, 0) == 0);
}

TEST_CASE("sgd: every length, exactly") {
  Pcg32 random(2);
  for (const int n : lengths_of_rows()) {
    const Matrix g(1, n, random), before(1, n, random);
    Matrix w = copy_of(before);
    sgd_step(0.5f, 0.125f, span_of(g), span_of(w));
    bool right = true;
    for (int j = 0; j < n; ++j) {
      volatile const float decay = before(0, j) * 0.125f;
      right = right && w(0, j) == before(0, j) - (g(0, j) + decay) * 0.5f;
    }
    CHECK(right);
    CHECK(w.padding_untouched());
  }
}

TEST_CASE("optimizers: both go down a bowl") {
  Pcg32 random(3);
  Matrix a(1, 11, random), b = copy_of(a), m = zeros(1, 11), v = zeros(1, 11);
  const double before = dot(doubles(a), doubles(a));
  for (int step = 1; step <= 200; ++step) {
    const Matrix ga = copy_of(a), gb = copy_of(b);  // the gradient of |w|^2 / 2 is w
    adamw_step({}, step, 0.02f, span_of(ga), span_of(a), span_of(m), span_of(v));
    sgd_step(0.05f, 0, span_of(gb), span_of(b));
  }
  CHECK(dot(doubles(a), doubles(a)) < 1e-3 * before);
  CHECK(dot(doubles(b), doubles(b)) < 1e-3 * before);
}

}  // namespace attn::test
