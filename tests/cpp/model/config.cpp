#include "model/config.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <utility>

namespace attn::test {

TEST_CASE("foreign config: objects, arrays and nulls are passed over, at any depth and whatever is in them") {
  Config config = Config::foreign(
      R"({"a": {"b": [1, "x", {"c": null}, [[]]], "a": {}}, "n": 3, "none": null, "t": ["u", {"v": []}], "o": {}, "last": 4})");
  CHECK(config.error() == "");
  CHECK(!config.has("a"));
  CHECK(!config.has("b"));
  CHECK(!config.has("none"));
  CHECK(!config.has("o"));
  CHECK(config.integer("n", 0, 9) == 3);
  CHECK(!config.has("t"));
  CHECK(config.integer("last", 0, 9) == 4);
  CHECK(config.finish());
}

TEST_CASE("foreign config: what remains is checked as ever") {
  CHECK(Config::foreign(R"({"b": 1, "a": {"b": 1}, "b": 2})").error() == "b is given twice");
  CHECK(Config::foreign("null").error() == "the config (null) must be one JSON object");
  CHECK(Config::foreign(R"({"a": {)").error().starts_with("the config is not JSON"));
  CHECK(Config::foreign(R"({"a": {}} {})").error().starts_with("the config is not JSON"));
}

TEST_CASE("config: one of our own has no objects, and null is no number") {
  CHECK(Config(R"({"a": {}})").error() == "a (an object) must be a number, a string or an array");
  Config config(R"({"a": null})");
  CHECK(config.has("a"));
  config.integer("a", 0, 9, 1);
  CHECK(config.error() == "a (null) must be a whole number from 0 to 9");
}

TEST_CASE("config: no more keys than can be compared with each other") {
  std::string json = "{";
  for (int i = 0; i < 1000; ++i) json += (i > 0 ? ",\"k" : "\"k") + std::to_string(i) + "\":1";
  CHECK(Config(json + "}").error() == "");
  CHECK(Config(json + ",\"k1000\":1}").error() == "the config must have at most 1000 keys");
}

TEST_CASE(
    "numbers in sentences: seven digits at most, with an exponent from a million and below a thousandth") {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const auto& [number, text] : {
           std::pair{0.0, "0"},
           std::pair{-2.5, "-2.5"},
           std::pair{1e-3, "0.001"},
           std::pair{999999.0, "999999"},
           std::pair{1e6, "1e6"},
           std::pair{2e6, "2e6"},
           std::pair{5e-4, "5e-4"},
           std::pair{0.12345678, "0.123457"},
           std::pair{1.2345678e7, "1.234568e7"},
           std::pair{1.25e-7, "1.25e-7"},
           std::pair{-3.4e38, "-3.4e38"},
           std::pair{9.99999999e-4, "1e-3"},
           std::pair{9.99999999e8, "1e9"},
           std::pair{infinity, "inf"},
           std::pair{-infinity, "-inf"},
           std::pair{infinity - infinity, "nan"},
       }) {
    CHECK(number_text(number) == text);
  }
}

}  // namespace attn::test
