#include "ops/random.hpp"

#include <doctest/doctest.h>

#include "compare.hpp"

namespace attn::test {

TEST_CASE("Pcg32: the published sequence of pcg32-demo, seed 42, stream 54") {
  Pcg32 random(42, 54);
  for (const std::uint32_t expected :
       {0xa15c02b7u, 0x7b47f409u, 0xba1d3330u, 0x83d2f293u, 0xbfa4784bu, 0xcbed606eu}) {
    CHECK(random.next() == expected);
  }
}

TEST_CASE("Pcg32: seeds and streams differ") {
  CHECK(Pcg32(1).next() != Pcg32(2).next());
  CHECK(Pcg32(1, 1).next() != Pcg32(1, 2).next());
}

TEST_CASE("uniform: multiples of 2^-24 in [0, 1), evenly spread") {
  Pcg32 random(1);
  double sum = 0;
  int tenths[10] = {};
  for (int i = 0; i < 100000; ++i) {
    const float x = random.uniform();
    REQUIRE(x >= 0);
    REQUIRE(x < 1);
    REQUIRE(x * 0x1p24f == std::floor(x * 0x1p24f));
    ++tenths[static_cast<int>(x * 10)];
    sum += static_cast<double>(x);
  }
  CHECK(std::abs(sum / 100000 - 0.5) < 0.005);
  for (const int count : tenths) CHECK(std::abs(count - 10000) < 500);
}

TEST_CASE("below: in range and without bias where 2^32 is no multiple") {
  Pcg32 random(2);
  const std::uint32_t n = 3u << 30;  // value % n alone would hit the first third twice as often
  int first_third = 0;
  for (int i = 0; i < 30000; ++i) {
    const std::uint32_t value = random.below(n);
    REQUIRE(value < n);
    first_third += value < n / 3;
  }
  CHECK(std::abs(first_third - 10000) < 400);
  CHECK(random.below(1) == 0);
}

TEST_CASE("normal: mean 0, variance 1, kurtosis 3, and the same bits on every machine") {
  Pcg32 random(3);
  constexpr int n = 200000;
  double sum = 0, squares = 0, fourth = 0;
  BitHash hash;
  for (int i = 0; i < n; ++i) {
    const float x = random.normal();
    const double square = static_cast<double>(x) * static_cast<double>(x);
    hash.add(x);
    sum += static_cast<double>(x);
    squares += square;
    fourth += square * square;
  }
  CHECK(std::abs(sum / n) < 0.01);
  CHECK(std::abs(squares / n - 1) < 0.015);
  CHECK(std::abs(fourth / n - 3) < 0.1);
  CHECK(hash.value() == 487305369u);
}

}  // namespace attn::test
