#include "compare.hpp"

#include <doctest/doctest.h>

namespace attn::test {

TEST_CASE("the comparison takes no NaN and no infinity for anything else") {
  const double inf64 = std::numeric_limits<double>::infinity();
  const double nan64 = std::numeric_limits<double>::quiet_NaN();
  CHECK(difference(nan64, nan64) == 0);
  CHECK(difference(inf64, inf64) == 0);
  CHECK(difference(1.5, 1.25) == 0.25);
  CHECK_FALSE(difference(nan64, 1.0) < 1e30);
  CHECK_FALSE(difference(1.0, nan64) < 1e30);
  CHECK_FALSE(difference(nan64, inf64) < 1e30);
  CHECK_FALSE(difference(inf64, -inf64) < 1e30);
  CHECK_FALSE(difference(inf64, 3e38) < 1e300);
  CHECK_FALSE(difference(Matrix(1, 1), std::vector<double>{0}) < 1e30);
}

TEST_CASE("the comparison of bits sees the sign of zero") {
  CHECK(same_bits(nan, -nan));
  CHECK_FALSE(same_bits(0.0f, -0.0f));
  CHECK_FALSE(same_bits(inf, -inf));
  CHECK_FALSE(same_bits(nan, 0.0f));
}

TEST_CASE("a write into the padding is seen") {
  Matrix x(3, 2);
  CHECK(x.padding_untouched());
  x.view().row(1)[2] = 0;
  CHECK_FALSE(x.padding_untouched());
}

}  // namespace attn::test
