#include <doctest/doctest.h>

#include "compare.hpp"
#include "file_bytes.hpp"
#include "model/safetensors.hpp"

namespace attn::test {
namespace {

// The value of a binary floating-point number by its definition, in double.
double value_of(unsigned bits, int n_exponent, int n_fraction) {
  const unsigned fraction = bits & ((1u << n_fraction) - 1);
  const int largest = (1 << n_exponent) - 1, bias = largest / 2;
  const int exponent = static_cast<int>(bits >> n_fraction) & largest;
  const double sign = bits >> (n_exponent + n_fraction) & 1 ? -1 : 1;
  if (exponent == largest) return fraction ? std::nan("") : sign * std::numeric_limits<double>::infinity();
  const double significand = (exponent == 0 ? 0 : 1) + std::ldexp(fraction, -n_fraction);
  return sign * std::ldexp(significand, std::max(exponent, 1) - bias);
}

// All 65,536 numbers of a 16-bit format, read from a file.
void check_all(const std::string& dtype, int n_exponent, int n_fraction) {
  std::string data;
  for (unsigned bits = 0; bits < 65536; ++bits) data += little_endian(bits).substr(0, 2);
  const Bytes file =
      file_of(R"({"x":{"dtype":")" + dtype + R"(","shape":[65536],"data_offsets":[0,131072]}})", data);
  const SafetensorsFile read = read_safetensors(file);
  REQUIRE(read.error == "");
  std::vector<float> values(65536);
  widen(read.tensors[0], 0, values);
  int n_wrong = 0;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const double expected = value_of(bits, n_exponent, n_fraction);
    const auto value = static_cast<double>(values[bits]);
    n_wrong += difference(value, expected) != 0 || std::signbit(value) != (bits >> 15 == 1);
  }
  CHECK(n_wrong == 0);
}

std::string written(std::span<const Tensor* const> tensors) {
  std::string file(safetensors_size(tensors), '?');
  write_safetensors(tensors, std::as_writable_bytes(std::span(file)));
  return file;
}

}  // namespace

TEST_CASE("widen: every F16 and BF16") {
  check_all("F16", 5, 10);
  check_all("BF16", 8, 7);
}

TEST_CASE("widen: the oracle knows a few numbers") {
  CHECK(value_of(0x3c00, 5, 10) == 1);
  CHECK(value_of(0x7bff, 5, 10) == 65504);
  CHECK(value_of(0x0001, 5, 10) == 0x1p-24);
  CHECK(value_of(0xc049, 8, 7) == -3.140625);
}

TEST_CASE("widen: a part of a tensor, unaligned, with every bit of F32") {
  std::string header = R"({"x":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})";
  for (int n_spaces = 0; n_spaces < 4; ++n_spaces, header += ' ') {
    const Bytes file = file_of(header, floats({1, nan, -0.0f, inf, 1e-45f, 6}));
    const SafetensorsFile read = read_safetensors(file);
    REQUIRE(read.error == "");
    Scratch values(3);
    const std::span<float> span = values;
    widen(read.tensors[0], 2, span);
    CHECK(same_bits(span[0], -0.0f));
    CHECK(span[1] == inf);
    CHECK(span[2] == 1e-45f);
    widen(read.tensors[0], 6, span.first(0));
  }
  const Bytes file = file_of(R"({"x":{"dtype":"F16","shape":[3],"data_offsets":[0,6]}} )",
                             std::string("\x00\x3c\x00\x40\x00\x42", 6));
  const SafetensorsFile read = read_safetensors(file);
  Scratch values(2);
  const std::span<float> span = values;
  widen(read.tensors[0], 1, span);
  CHECK(span[0] == 2);
  CHECK(span[1] == 3);
}

TEST_CASE("write_safetensors: the bytes of a file made by hand") {
  float a[] = {1, 2, 3, 4, 5, 6}, b[] = {-0.5f};
  const Tensor tensor_a{"layers.0.a", {2, 3}, a}, tensor_b{"b", {1}, b};
  const Tensor* tensors[] = {&tensor_a, &tensor_b};
  const Tensor* reversed[] = {&tensor_b, &tensor_a};
  std::string header = R"({"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},)"
                       R"("layers.0.a":{"dtype":"F32","shape":[2,3],"data_offsets":[4,28]}})";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  const std::string expected = little_endian(header.size()) + header + floats({-0.5f, 1, 2, 3, 4, 5, 6});
  CHECK(written(tensors) == expected);
  CHECK(written(reversed) == expected);
}

TEST_CASE("write_safetensors: what was written is read, whatever the padding") {
  CHECK(written({}) == little_endian(8) + "{}      ");
  Pcg32 random(1);
  for (std::size_t length = 1; length <= 20; ++length) {
    const auto n_rows = static_cast<int>(length % 3 + 1);
    std::vector<float> x(static_cast<std::size_t>(n_rows * 5), nan), y(3, -0.0f);
    for (std::size_t i = 1; i < x.size(); ++i) x[i] = random.normal();
    const Tensor tensor_x{std::string(length, 'x'), {n_rows, 5}, x.data()};
    const Tensor tensor_y{"y", {3}, y.data()};
    const Tensor* tensors[] = {&tensor_x, &tensor_y};
    const Bytes file(written(tensors));
    const SafetensorsFile read = read_safetensors(file);
    REQUIRE(read.error == "");
    REQUIRE(read.tensors.size() == 2);
    const StoredTensor& stored = *read.find(tensor_x.name);
    CHECK(stored.shape == tensor_x.shape);
    CHECK(stored.dtype == "F32");
    CHECK(std::memcmp(stored.bytes.data(), x.data(), stored.bytes.size()) == 0);
    CHECK(std::memcmp(read.find("y")->bytes.data(), y.data(), 12) == 0);
    const std::span<const std::byte> bytes = file;
    CHECK((stored.bytes.data() - bytes.data()) % 4 == 0);
    CHECK(static_cast<unsigned>(bytes[0]) % 8 == 0);
  }
}

}  // namespace attn::test
