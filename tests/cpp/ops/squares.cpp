#include "ops/squares.hpp"

#include <doctest/doctest.h>

#include "compare.hpp"

namespace attn::test {

TEST_CASE("sum_of_squares: every length, and no infinite or NaN entry escapes") {
  Pcg32 random(1);
  for (int n = 1; n <= 67; ++n) {
    Matrix x(2, n, random);
    double expected = 0;
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < 2; ++i) expected += static_cast<double>(x(i, j)) * static_cast<double>(x(i, j));
    }
    CAPTURE(n);
    CHECK(difference(static_cast<double>(sum_of_squares(x)), expected) < 1e-5 * expected);
    bool found = true;
    for (int j = 0; j < n; ++j) {
      for (const float poison : {nan, inf, -inf}) {
        const float kept = x(1, j);
        x(1, j) = poison;
        found = found && !std::isfinite(sum_of_squares(x));
        x(1, j) = kept;
      }
    }
    CHECK(found);
  }
}

}  // namespace attn::test
