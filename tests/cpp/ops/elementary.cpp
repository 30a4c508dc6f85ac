#include "ops/elementary.hpp"

#include <doctest/doctest.h>

#include "compare.hpp"

namespace attn::test {
namespace {

// Distance in units of the last place of the float nearest to `expected`.
double ulps(float actual, double expected) {
  const float nearest = std::abs(static_cast<float>(expected));
  const float unit = std::nextafter(nearest, inf) - nearest;
  return difference(static_cast<double>(actual), expected) / static_cast<double>(unit);
}

// Every `step`-th float that is not NaN, of both signs.
template <typename Visit>
void for_floats(std::uint32_t step, Visit visit) {
  for (std::uint64_t bits = 0; bits <= 0xffffffff; bits += step) {
    const float x = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (!std::isnan(x)) visit(x);
  }
}

}  // namespace

TEST_CASE("exp: exact points and limits") {
  CHECK(exp(0.0f) == 1.0f);
  CHECK(exp(-0.0f) == 1.0f);
  CHECK(same_bits(exp(-inf), 0.0f));
  CHECK(exp(inf) == inf);
  CHECK(std::isnan(exp(nan)));
  CHECK(exp(88.7f) < inf);
  CHECK(exp(88.8f) == inf);
  CHECK(exp(3e38f) == inf);
  CHECK(exp(-87.3f) >= std::numeric_limits<float>::min());
  CHECK(same_bits(exp(-87.4f), 0.0f));
  CHECK(same_bits(exp(-3e38f), 0.0f));
}

TEST_CASE("exp: within one unit in the last place, and growing") {
  double worst = 0;
  for_floats(6007, [&](float x) {
    if (x > -87.3f && x < 88.7f) worst = std::max(worst, ulps(exp(x), std::exp(static_cast<double>(x))));
  });
  CHECK(worst < 1.0);

  float before = 0;
  bool grows = true;
  for (float x = -90; x < 90; x += 0.01f) {
    grows = grows && exp(x) >= before;
    before = exp(x);
  }
  CHECK(grows);
}

TEST_CASE("log: exact points and limits") {
  CHECK(same_bits(log(1.0f), 0.0f));
  CHECK(log(0.0f) == -inf);
  CHECK(log(-0.0f) == -inf);
  CHECK(log(inf) == inf);
  CHECK(std::isnan(log(-1.0f)));
  CHECK(std::isnan(log(-inf)));
  CHECK(std::isnan(log(nan)));
}

TEST_CASE("log: within one unit in the last place, subnormals too") {
  double worst = 0;
  for_floats(6007, [&](float x) {
    if (x > 0 && x < inf && x != 1) worst = std::max(worst, ulps(log(x), std::log(static_cast<double>(x))));
  });
  CHECK(worst < 1.0);
}

TEST_CASE("exp and log: the same bits on every machine") {
  BitHash exps, logs;
  for_floats(60013, [&](float x) {
    exps.add(exp(x));
    if (x > 0) logs.add(log(x));
  });
  CHECK(exps.value() == 476992885u);
  CHECK(logs.value() == 4474182u);
}

}  // namespace attn::test
