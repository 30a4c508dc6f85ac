#include "ops/unit_rows.hpp"

#include <doctest/doctest.h>

#include "compare.hpp"

namespace attn::test {

TEST_CASE("unit_rows: rows of length 1 in the same direction, in place too") {
  Pcg32 random(1);
  for (const int n : {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33}) {
    Matrix x(4, n, random, 10);
    Matrix unit(4, n);
    unit_rows(x, unit);
    for (int i = 0; i < 4; ++i) {
      double squares = 0;
      for (int j = 0; j < n; ++j) squares += static_cast<double>(x(i, j)) * static_cast<double>(x(i, j));
      for (int j = 0; j < n; ++j) {
        const double expected = static_cast<double>(x(i, j)) / std::sqrt(squares);
        CHECK(difference(static_cast<double>(unit(i, j)), expected) < 1e-7);
      }
    }
    unit_rows(x, x);
    CHECK(same_bits(x, unit));
    CHECK(x.padding_untouched());
  }
}

TEST_CASE("unit_rows: zero stays zero, and no square overflows or underflows") {
  Matrix x(4, 2, [](int i, int) { return i == 0 ? 0.0f : i == 1 ? 3e38f : i == 2 ? 1e-30f : -1e-45f; });
  unit_rows(x, x);
  const float diagonal = static_cast<float>(std::sqrt(0.5));
  CHECK(same_bits(x(0, 1), 0.0f));
  CHECK(x(1, 1) == diagonal);
  CHECK(x(2, 1) == diagonal);
  CHECK(x(3, 1) == -diagonal);
}

}  // namespace attn::test
