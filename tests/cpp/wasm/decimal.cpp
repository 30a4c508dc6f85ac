// The module's own reading of numbers against that of this machine's C library, to the bit.
#include "wasm/decimal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "ops/random.hpp"

namespace {

void check(const std::string& text) {
  const char* end = nullptr;
  char* expected_end = nullptr;
  const double value = attn::read_decimal(text.c_str(), end);
  const double expected = std::strtod(text.c_str(), &expected_end);
  CAPTURE(text);
  CHECK(std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(expected));
  CHECK(end == expected_end);
}

std::string printed(double value, int digits) {
  char text[1200];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

double any_double(attn::Pcg32& random) {
  const std::uint64_t bits = std::uint64_t{random.next()} << 32 | random.next();
  const double value = std::bit_cast<double>(bits);
  return value - value == 0 ? value : 1;
}

}  // namespace

TEST_CASE("decimal: what is easily read wrongly") {
  for (const char* text : {"0",
                           "-0",
                           "0.0e5",
                           "1",
                           "-1",
                           "10",
                           "0.1",
                           "1e22",
                           "1e23",
                           "123456789012345678901234567890",
                           "5e-324",
                           "2.4703282292062327208e-324",
                           "2.4703282292062328e-324",
                           "2.2250738585072014e-308",
                           "2.2250738585072011e-308",
                           "1.7976931348623157e308",
                           "1.7976931348623159e308",
                           "1e309",
                           "-1e999999999999",
                           "1e-999999999999",
                           "9007199254740993",
                           "9007199254740992.99999999999999999999999999999999",
                           "1e",
                           "1e+",
                           "1.e3",
                           "1.5x",
                           "00.001e3",
                           "0.000000000000000000000000000000000000000000000001e40"}) {
    check(text);
  }
  check("0." + std::string(1000, '0') + "1e1000");
  check(std::string(1000, '9') + "e-1000");
}

TEST_CASE("decimal: random doubles, and the middles between them") {
  attn::Pcg32 random(11);
  for (int i = 0; i < 2000; ++i) {
    const double value = any_double(random);
    for (int digits : {3, 9, 16, 17, 25}) check(printed(value, digits));
  }
  for (int i = 0; i < 200; ++i) {
    // The middle between two neighbours, with all of its digits, and just beside it.
    const double value = std::abs(any_double(random));
    const long double middle =
        (static_cast<long double>(value) + static_cast<long double>(std::nexttoward(value, 0.0L))) / 2;
    char text[1400];
    std::snprintf(text, sizeof text, "%.1100Lg", middle);
    check(text);
    std::string beside = text;
    if (beside.find('.') == beside.npos) beside.insert(std::min(beside.find('e'), beside.size()), ".0");
    check(beside.insert(std::min(beside.find('e'), beside.size()), std::string(900, '0') + "1"));
  }
}
