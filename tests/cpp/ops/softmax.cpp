#include "ops/softmax.hpp"

#include <doctest/doctest.h>

#include "compare.hpp"

namespace attn::test {
namespace {

// The twin: one row in double, finite temperature above 0, -inf allowed.
std::vector<double> expected_weights(const Matrix& x, int n, double temperature) {
  double largest = -std::numeric_limits<double>::infinity(), sum = 0;
  for (int j = 0; j < n; ++j) largest = std::max(largest, static_cast<double>(x(0, j)));
  std::vector<double> weights;
  for (int j = 0; j < n; ++j) {
    weights.push_back(std::exp((static_cast<double>(x(0, j)) - largest) / temperature));
    sum += weights.back();
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

Matrix softmax_of(std::initializer_list<float> logits, float temperature = 1) {
  const auto n = static_cast<int>(logits.size());
  const Matrix x(1, n, [&](int, int j) { return logits.begin()[j]; });
  Matrix weights(1, n);
  softmax_rows(x, temperature, weights);
  return weights;
}

bool equals(const Matrix& weights, std::initializer_list<double> expected) {
  return difference(weights, std::vector<double>(expected)) == 0;
}

std::vector<int> lengths() {
  std::vector<int> all = {127, 128, 129, 255, 256, 257};
  for (int n = 1; n <= 67; ++n) all.push_back(n);
  return all;
}

}  // namespace

TEST_CASE("softmax: every length and several temperatures, against double") {
  Pcg32 random(1);
  for (const int n : lengths()) {
    for (const float temperature : {0.1f, 0.7f, 1.0f, 10.0f}) {
      const Matrix x(1, n, random, 3);
      Matrix weights(1, n);
      softmax_rows(x, temperature, weights);
      double sum = 0;
      for (int j = 0; j < n; ++j) sum += static_cast<double>(weights(0, j));
      CAPTURE(n);
      CAPTURE(temperature);
      CHECK(difference(weights, expected_weights(x, n, static_cast<double>(temperature))) < 1e-6);
      CHECK(std::abs(sum - 1) < 1e-6);
    }
  }
}

TEST_CASE("softmax: in place, with NaN in the padding, and it writes nothing beyond a row") {
  Pcg32 random(2);
  for (const int n : lengths()) {
    Matrix x(3, n, random);
    Matrix weights(3, n);
    softmax_rows(x, 1, weights);
    softmax_rows(x, 1, x);
    CAPTURE(n);
    CHECK(same_bits(x, weights));
    CHECK(x.padding_untouched());
    CHECK(weights.padding_untouched());
  }
}

TEST_CASE("softmax: adding a constant changes nothing") {
  CHECK(same_bits(softmax_of({1, 2, 4}), softmax_of({1025, 1026, 1028})));
  CHECK(same_bits(softmax_of({1, 2, 4}), softmax_of({-1023, -1022, -1020})));
}

TEST_CASE("softmax: huge and equal logits") {
  CHECK(equals(softmax_of({1e4f, -1e4f}), {1, 0}));
  CHECK(equals(softmax_of({3e38f, -3e38f, 3e38f}), {0.5, 0, 0.5}));
  CHECK(equals(softmax_of({-3e38f, -3e38f}), {0.5, 0.5}));
  CHECK(equals(softmax_of({7, 7, 7, 7, 7, 7, 7, 7}), {.125, .125, .125, .125, .125, .125, .125, .125}));
  CHECK(equals(softmax_of({-12345}), {1}));
}

TEST_CASE("softmax: infinite logits") {
  CHECK(equals(softmax_of({1, inf, 3}), {0, 1, 0}));
  CHECK(equals(softmax_of({inf, -inf, inf, 5, inf, inf}), {.25, 0, .25, 0, .25, .25}));
  CHECK(equals(softmax_of({-inf, 2, -inf}), {0, 1, 0}));
  CHECK(equals(softmax_of({-inf, -inf, -inf}), {0, 0, 0}));
  for (const float temperature : {0.0f, 1.0f, inf}) {
    CHECK(equals(softmax_of({-inf, -inf}, temperature), {0, 0}));
    CHECK(equals(softmax_of({inf, 1, inf}, temperature), {.5, 0, .5}));
  }
}

TEST_CASE("softmax: NaN makes its own row NaN and no other") {
  for (const int at : {0, 3, 4, 8}) {
    for (const float temperature : {0.0f, 1.0f, inf}) {
      Matrix x(3, 9, [](int, int j) { return j == 5 ? inf : static_cast<float>(j); });
      Matrix weights(3, 9);
      x(1, at) = nan;
      softmax_rows(x, temperature, weights);
      for (int j = 0; j < 9; ++j) {
        CHECK(std::isnan(weights(1, j)));
        CHECK(weights(0, j) == (j == 5 ? 1.0f : 0.0f));
        CHECK(weights(2, j) == (j == 5 ? 1.0f : 0.0f));
      }
    }
  }
}

TEST_CASE("softmax: temperature 0 is argmax, ties share") {
  CHECK(equals(softmax_of({1, 5, 5, -inf, 5, 5}, 0), {0, .25, .25, 0, .25, .25}));
  CHECK(equals(softmax_of({-3e38f, -2e38f}, 0), {0, 1}));
}

TEST_CASE("softmax: infinite temperature is the exact mean of what is not masked") {
  CHECK(equals(softmax_of({1, 5, -inf, 3e38f, -3e38f}, inf), {.25, .25, 0, .25, .25}));
}

TEST_CASE("softmax: tiny and subnormal temperatures act like 0, huge ones like infinity") {
  for (const float temperature : {1e-30f, 1e-38f, 1e-45f}) {
    CHECK(equals(softmax_of({1, 2, 2, -inf}, temperature), {0, .5, .5, 0}));
    CHECK(equals(softmax_of({-3e38f, 3e38f}, temperature), {0, 1}));
  }
  CHECK(equals(softmax_of({1, 2, -inf}, 3e38f), {.5, .5, 0}));
}

TEST_CASE("softmax: temperature flattens") {
  float largest = 2;
  for (const float temperature : {0.0f, 0.5f, 1.0f, 2.0f, 100.0f, inf}) {
    const Matrix weights = softmax_of({1, 2, 3}, temperature);
    CHECK(weights(0, 2) < largest);
    CHECK(weights(0, 0) <= weights(0, 1));
    largest = weights(0, 2);
  }
}

TEST_CASE("softmax: masked entries behind a row do not change the bits before them") {
  Pcg32 random(5);
  for (int n = 1; n <= 67; ++n) {
    for (const int masked : {1, 2, 3, 4, 5, 70}) {
      const Matrix x(1, n, random, 2);
      const Matrix longer(1, n + masked, [&](int, int j) { return j < n ? x(0, j) : -inf; });
      Matrix weights(1, n), longer_weights(1, n + masked);
      softmax_rows(x, 0.8f, weights);
      softmax_rows(longer, 0.8f, longer_weights);
      CAPTURE(n);
      CAPTURE(masked);
      CHECK(same_bits(weights, longer_weights.view().columns_from(0, n)));
      for (int j = n; j < n + masked; ++j) CHECK(same_bits(longer_weights(0, j), 0.0f));
    }
  }
}

}  // namespace attn::test
