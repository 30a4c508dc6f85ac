#include "ops/add.hpp"

#include <doctest/doctest.h>

#include "gradient.hpp"

namespace attn::test {

TEST_CASE("add and scale: every length, exactly, and nothing beyond") {
  Pcg32 random(1);
  for (const int n : lengths_of_rows()) {
    const Matrix x(1, n, random), before(1, n, random);
    Matrix y = copy_of(before);
    add(span_of(x), span_of(y));
    bool right = true;
    for (int j = 0; j < n; ++j) right = right && y(0, j) == before(0, j) + x(0, j);
    y = copy_of(before);
    scale(span_of(y), 0.3f);
    for (int j = 0; j < n; ++j) right = right && y(0, j) == before(0, j) * 0.3f;
    add(span_of(y), span_of(y));
    for (int j = 0; j < n; ++j) right = right && y(0, j) == 2 * (before(0, j) * 0.3f);
    CAPTURE(n);
    CHECK(right);
    CHECK(y.padding_untouched());
  }
}

}  // namespace attn::test
