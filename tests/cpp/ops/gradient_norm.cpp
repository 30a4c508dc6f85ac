#include "ops/gradient_norm.hpp"

#include <doctest/doctest.h>

#include "gradient.hpp"

namespace attn::test {

TEST_CASE("gradient norm: every length, against double") {
  Pcg32 random(1);
  for (const int n : lengths_of_rows()) {
    const Matrix x(1, n, random);
    const double expected = dot(doubles(x), doubles(x));
    CAPTURE(n);
    CHECK(squared_norm(span_of(x)) == doctest::Approx(expected).epsilon(1e-14));
  }
}

TEST_CASE("gradient norm: neither overflows nor underflows, NaN shows, nothing has norm 0") {
  const Matrix huge(1, 5, [](int, int) { return 3e38f; }), tiny(1, 5, [](int, int) { return 1e-44f; });
  CHECK(squared_norm(span_of(huge)) == doctest::Approx(5 * 9e76).epsilon(1e-6));
  CHECK(squared_norm(span_of(tiny)) > 0);
  CHECK(squared_norm({}) == 0);
  Matrix x = zeros(1, 9);
  x(0, 8) = nan;
  CHECK(std::isnan(squared_norm(span_of(x))));
}

TEST_CASE("clipping: only what is too long is shortened, to exactly the bound") {
  CHECK(clip_factor(0, 1) == 1);
  CHECK(clip_factor(1, 1) == 1);
  CHECK(clip_factor(4, 1) == 0.25f);
  CHECK(clip_factor(4, inf) == 1);
  CHECK(clip_factor(1e60, 1) == 0);  // 1e-60 is no float: such a gradient is dropped
}

}  // namespace attn::test
