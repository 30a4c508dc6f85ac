// Elementary functions beyond those of elementary.cpp: in double, and the normal distribution.
#include <doctest/doctest.h>

#include "gradient.hpp"
#include "ops/elementary.hpp"

namespace attn::test {
TEST_CASE("exp in double: within 2.3e-16 of its value, exact points, limits") {
  double worst = 0;
  for (double x = -708; x < 709; x += 0.0371) worst = std::max(worst, relative_error(exp(x), std::exp(x)));
  CHECK(worst < 4.5e-16);
  CHECK(exp(0.0) == 1);
  CHECK(exp(-1000.0) == 0);
  CHECK(std::isinf(exp(1000.0)));
  CHECK(std::isnan(exp(static_cast<double>(nan))));
}

TEST_CASE("log in double: within 4.5e-16 of its value, near 1 too") {
  double worst = 0;
  for (double x = 1e-300; x < 1e300; x *= 1.0731)
    worst = std::max(worst, relative_error(log(x), std::log(x)));
  for (double x = 0.99; x < 1.01; x += 1.37e-5) worst = std::max(worst, relative_error(log(x), std::log(x)));
  CHECK(worst < 4.5e-16);
  CHECK(log(1.0) == 0);
}

TEST_CASE("sine and cosine: within 3e-16 up to a million radians") {
  double worst = 0;
  for (double x = -1e6; x < 1e6; x += 17.7713) {
    const SinCos angle = sin_cos(x);
    worst = std::max({worst, difference(angle.sin, std::sin(x)), difference(angle.cos, std::cos(x))});
  }
  for (double x = -10; x < 10; x += 0.00137) {
    const SinCos angle = sin_cos(x);
    worst = std::max({worst, difference(angle.sin, std::sin(x)), difference(angle.cos, std::cos(x))});
  }
  CHECK(worst < 3e-16);
  CHECK(sin_cos(0).sin == 0);
  CHECK(sin_cos(0).cos == 1);
}

TEST_CASE("power: exact where the result is, and as pow elsewhere") {
  CHECK(power(3, 0) == 1);
  CHECK(power(3, 5) == 243);
  CHECK(power(-2, 3) == -8);
  CHECK(power(0, 0) == 1);
  CHECK(relative_error(power(0.999, 12345), std::pow(0.999, 12345)) < 1e-12);
}

TEST_CASE("normal distribution: within 2e-7, its lower tail within 5e-6 of its value") {
  double worst = 0, worst_tail = 0;
  for (float x = -13; x < 13; x += 0.0137f) {
    const double expected = 0.5 * std::erfc(-static_cast<double>(x) / std::sqrt(2.0));
    const auto actual = static_cast<double>(normal_cdf(x));
    worst = std::max(worst, difference(actual, expected));
    worst_tail = std::max(worst_tail, relative_error(actual, expected));
  }
  CHECK(worst < 2e-7);
  CHECK(worst_tail < 5e-6);
  CHECK(normal_cdf(0) == 0.5f);
  CHECK(normal_cdf(-inf) == 0);
  CHECK(normal_cdf(inf) == 1);
  CHECK(std::isnan(normal_cdf(nan)));
  CHECK(normal_cdf(-1.5f) + normal_cdf(1.5f) == 1);
}

TEST_CASE("elementary functions in double, normal distribution: the same bits on every machine") {
  BitHash hash;
  const auto add = [&](double x) {
    hash.add(static_cast<float>(x));
    hash.add(static_cast<float>(x - static_cast<double>(static_cast<float>(x))));
  };
  for (double x = 0.001; x < 700; x *= 1.0137) {
    add(exp(-x));
    add(log(x));
    add(sin_cos(x).sin);
    add(sin_cos(x).cos);
    hash.add(normal_cdf(static_cast<float>(5 - x)));
  }
  CHECK(hash.value() == 2140772761u);
}

}  // namespace attn::test
