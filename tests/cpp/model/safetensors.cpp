#include "model/safetensors.hpp"

#include <doctest/doctest.h>

#include "file_bytes.hpp"

namespace attn::test {
namespace {

// An entry of a header.
std::string entry(const std::string& name, const std::string& dtype, const std::string& shape,
                  const std::string& offsets) {
  return '"' + name + R"(":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets +
         "}";
}

// The sentence on a file with this header and so many bytes of data.
std::string error_of(const std::string& header, std::size_t n_bytes = 0) {
  const Bytes file = file_of(header, std::string(n_bytes, '\0'));
  const SafetensorsFile read = read_safetensors(file);
  CHECK((read.error.empty() || read.tensors.empty()));
  return read.error;
}

bool begins(const std::string& text, std::string_view start) { return text.starts_with(start); }

}  // namespace

TEST_CASE("safetensors: names, shapes, dtypes and bytes of a file made by hand") {
  const std::string header =
      R"({"__metadata__":{"format":"pt","by":"\"hand\""},)" + entry("b", "F16", "[3]", "[8,14]") + "," +
      entry("a", "F32", "[2, 1]", "[0, 8]") + "," + entry("empty", "I64", "[0,7]", "[14,14]") + "," +
      entry("one", "U8", "[]", "[14,15]") + "}   ";
  const std::string data = floats({1.5f, -2}) + "abcdef" + "g";
  const Bytes bytes = file_of(header, data);
  const std::span<const std::byte> file = bytes;
  const SafetensorsFile read = read_safetensors(file);
  REQUIRE(read.error == "");
  REQUIRE(read.tensors.size() == 4);
  CHECK(read.tensors[0].name == "b");
  const StoredTensor& a = *read.find("a");
  CHECK(a.dtype == "F32");
  CHECK(a.shape == std::vector<int>{2, 1});
  CHECK(a.bytes.data() == file.data() + 8 + header.size());
  CHECK(a.bytes.size() == 8);
  CHECK(read.find("b")->bytes.data() == a.bytes.data() + 8);
  CHECK(read.find("b")->is_float());
  CHECK(read.find("empty")->shape == std::vector<int>{0, 7});
  CHECK(read.find("empty")->bytes.empty());
  CHECK(read.find("one")->shape.empty());
  CHECK(read.find("one")->bytes.size() == 1);
  CHECK(!read.find("one")->is_float());
  CHECK(!read.find("c"));
}

TEST_CASE("safetensors: no tensors at all") {
  CHECK(error_of("{}") == "");
  CHECK(error_of(R"({"__metadata__":{}})") == "");
}

TEST_CASE("safetensors: a header length that cannot be") {
  const auto error = [](const std::string& bytes) { return read_safetensors(Bytes(bytes)).error; };
  CHECK(error("") == "the file (0 bytes) must begin with 8 bytes that give the length of its header");
  CHECK(begins(error(std::string(7, '\1')), "the file (7 bytes) must begin with 8 bytes"));
  CHECK(error(little_endian(0) + "{}") == "the header length (0) must be at least 2, for a JSON object");
  CHECK(error(little_endian(3) + "{}") ==
        "the header length (3) must be at most 2, the number of bytes that follow it");
  CHECK(begins(error(little_endian(1ull << 63) + "{}"), "the header length (9223372036854775808) must be"));
  CHECK(begins(error(little_endian(~0ull) + "{}"), "the header length (18446744073709551615) must be"));
  CHECK(begins(error(little_endian((1ull << 32) + 2) + "{}"), "the header length (4294967298) must be"));
  CHECK(error(little_endian(2) + "{}") == "");
}

TEST_CASE("safetensors: a header that is not JSON, or another JSON") {
  for (const char* header : {" ", "{", "{}{}", "{\"a\":", "tensors", "{'a':1}", "{\"\xff\":{}}", "\1\2"}) {
    CAPTURE(header);
    CHECK(begins(error_of(header), "the header is not JSON: "));
  }
  CHECK(error_of("[]") == "the header (a list) must be a JSON object");
  CHECK(error_of("7") == "the header (7) must be a JSON object");
  CHECK(error_of("null") == "the header (null) must be a JSON object");
  CHECK(error_of("\"a\"") == "the header (\"a\") must be a JSON object");
  CHECK(error_of(R"({"a":[1]})") == "a (a list) must be a JSON object");
  CHECK(error_of(R"({"a":true})") == "a (true) must be a JSON object");
}

TEST_CASE("safetensors: keys given twice, missing or unknown") {
  CHECK(error_of("{" + entry("a", "U8", "[1]", "[0,1]") + "," + entry("b", "U8", "[1]", "[1,2]") + "," +
                     entry("a", "U8", "[1]", "[2,3]") + "}",
                 3) == "a is given twice");
  CHECK(error_of(R"({"a":{"dtype":"U8","dtype":"U8","shape":[1],"data_offsets":[0,1]}})", 1) ==
        "dtype of a is given twice");
  CHECK(error_of(R"({"a":{"shape":[1],"shape":[1]}})", 1) == "shape of a is given twice");
  CHECK(error_of(R"({"__metadata__":{},"__metadata__":{}})") == "__metadata__ is given twice");
  CHECK(error_of(R"({"a":{}})") == "dtype of a is missing");
  CHECK(error_of(R"({"a":{"dtype":"U8","data_offsets":[0,1]}})", 1) == "shape of a is missing");
  CHECK(error_of(R"({"a":{"dtype":"U8","shape":[1]}})", 1) == "data_offsets of a is missing");
  CHECK(error_of(R"({"a":{"type":"U8"}})") ==
        "type of a is not a known key; known are dtype, shape, data_offsets");
}

TEST_CASE("safetensors: values of the wrong kind") {
  const std::string extents = ") must be a list of whole numbers from 0 to 2147483647";
  for (const char* shape : {"-1", "1.5", "\"1\"", "null", "true", "2147483648", "1e400", "{}", "[1]"}) {
    CAPTURE(shape);
    const std::string error = error_of("{" + entry("a", "U8", "[" + std::string(shape) + "]", "[0,1]") + "}");
    CHECK((begins(error, "shape of a (") || begins(error, "the header is not JSON")));
    CHECK((error.ends_with(extents) || std::string_view(shape) == "1e400"));
  }
  CHECK(error_of("{" + entry("a", "U8", "1", "[0,1]") + "}", 1) == "shape of a (1" + extents);
  CHECK(error_of(R"({"a":{"dtype":8}})") == "dtype of a (8) must be a string");
  CHECK(error_of(R"({"a":{"dtype":["U8"]}})") == "dtype of a (a list) must be a string");
  CHECK(error_of("{" + entry("a", "U8", "[1]", "[-1,0]") + "}") ==
        "data_offsets of a (-1) must be a list of two whole numbers");
  for (const char* offsets : {"[]", "[0]", "[0, 1, 2]"}) {
    CAPTURE(offsets);
    CHECK(error_of("{" + entry("a", "U8", "[1]", offsets) + "}", 1) ==
          "data_offsets of a (" + std::string(offsets) + ") must be a list of two whole numbers");
  }
  CHECK(error_of(R"({"__metadata__":{"format":3}})") == "an entry of __metadata__ (3) must be a string");
  CHECK(error_of(R"({"__metadata__":{"a":{}}})") == "an entry of __metadata__ (an object) must be a string");
  CHECK(error_of(R"({"__metadata__":{"a":[]}})") == "an entry of __metadata__ (a list) must be a string");
  CHECK(error_of(R"({"__metadata__":"a"})") == "__metadata__ (\"a\") must be a JSON object");
}

TEST_CASE("safetensors: dtypes that are unknown or do not fit") {
  CHECK(begins(error_of("{" + entry("a", "F33", "[1]", "[0,4]") + "}", 4),
               "dtype of a (\"F33\") must be one of F32, F16, BF16, "));
  CHECK(begins(error_of("{" + entry("a", "f32", "[1]", "[0,4]") + "}", 4), "dtype of a (\"f32\") must be"));
  CHECK(error_of("{" + entry("a", "F32", "[3]", "[0,8]") + "}", 8) ==
        "data_offsets of a ([0, 8]) must be 12 bytes apart, as F32 of the shape [3] needs");
  for (const auto& [name, n_bytes] : {std::pair{"F64", 8},
                                      {"I64", 8},
                                      {"U64", 8},
                                      {"F32", 4},
                                      {"I32", 4},
                                      {"U32", 4},
                                      {"F16", 2},
                                      {"BF16", 2},
                                      {"I16", 2},
                                      {"U16", 2},
                                      {"I8", 1},
                                      {"U8", 1},
                                      {"BOOL", 1},
                                      {"F8_E4M3", 1},
                                      {"F8_E5M2", 1}}) {
    CAPTURE(name);
    const std::string end = std::to_string(3 * n_bytes);
    CHECK(error_of("{" + entry("a", name, "[3]", "[0," + end + "]") + "}",
                   static_cast<std::size_t>(3 * n_bytes)) == "");
  }
}

TEST_CASE("safetensors: shapes whose product overflows") {
  const std::string huge = "2147483647";
  CHECK(error_of("{" + entry("a", "F32", "[" + huge + "," + huge + ",2]", "[0,8]") + "}", 8) ==
        "shape of a ([2147483647, 2147483647, 2]) has more elements than can be counted");
  // 2^64 elements and a bit: the product modulo 2^64 is 0, then 4.
  CHECK(begins(error_of("{" + entry("a", "U8", "[65536,65536,65536,65536]", "[0,0]") + "}"), "shape of a ("));
  CHECK(
      begins(error_of("{" + entry("a", "F32", "[1073741824,1073741824,4]", "[0,0]") + "}"), "shape of a ("));
  CHECK(begins(error_of("{" + entry("a", "U8", "[" + huge + "," + huge + "]", "[0,8]") + "}", 8),
               "data_offsets of a ([0, 8]) must be 4611686014132420609 bytes apart"));
}

TEST_CASE("safetensors: offsets that overlap, descend, leave gaps or go beyond the data") {
  const auto two = [](const char* first, const char* second, std::size_t n_bytes) {
    return error_of("{" + entry("a", "U8", "[4]", first) + "," + entry("b", "U8", "[4]", second) + "}",
                    n_bytes);
  };
  CHECK(two("[0,4]", "[4,8]", 8) == "");
  CHECK(two("[4,8]", "[0,4]", 8) == "");
  CHECK(two("[0,4]", "[3,7]", 7) == "data_offsets of b ([3, 7]) must not overlap data_offsets of a ([0, 4])");
  CHECK(two("[0,4]", "[0,4]", 4).find("must not overlap") != std::string::npos);
  CHECK(two("[4,0]", "[4,8]", 8) == "data_offsets of a ([4, 0]) must not descend");
  CHECK(two("[0,4]", "[5,9]", 9) == "bytes 4 to 5 of the data must belong to a tensor");
  CHECK(two("[1,5]", "[5,9]", 9) == "bytes 0 to 1 of the data must belong to a tensor");
  CHECK(two("[0,4]", "[4,8]", 9) == "bytes 8 to 9 of the data must belong to a tensor");
  CHECK(two("[0,4]", "[4,8]", 7) == "data_offsets of b ([4, 8]) must end within the 7 bytes of data");
  CHECK(begins(two("[0,4]", "[18446744073709551612,18446744073709551615]", 8),
               "data_offsets of b ([18446744073709551612, 18446744073709551615]) must end within"));
  CHECK(error_of("{}", 1) == "bytes 0 to 1 of the data must belong to a tensor");
  // An empty tensor may stand between two others, not within one.
  const std::string empty = entry("e", "U8", "[0]", "[4,4]"), inside = entry("e", "U8", "[0]", "[2,2]");
  CHECK(error_of("{" + entry("a", "U8", "[4]", "[0,4]") + "," + empty + "}", 4) == "");
  CHECK(error_of("{" + entry("a", "U8", "[4]", "[0,4]") + "," + inside + "}", 4) ==
        "data_offsets of e ([2, 2]) must not overlap data_offsets of a ([0, 4])");
}

TEST_CASE("safetensors: long names are cut in sentences") {
  const std::string name(1000, 'n');
  CHECK(error_of("{\"" + name + "\":1}") == std::string(60, 'n') + "... (1) must be a JSON object");
}

TEST_CASE("safetensors: a file cut short anywhere, or with one bit turned, is refused or read, never more") {
  const std::string header =
      "{" + entry("a", "F32", "[2]", "[0,8]") + "," + entry("b", "BF16", "[1]", "[8,10]") + "}";
  const std::string whole = little_endian(header.size()) + header + floats({1, 2}) + "xy";
  REQUIRE(read_safetensors(Bytes(whole)).error == "");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK(read_safetensors(Bytes(whole.substr(0, size))).error != "");
  }
  int n_refused = 0;
  for (std::size_t bit = 0; bit < 8 * (8 + header.size()); ++bit) {
    std::string turned = whole;
    turned[bit / 8] = static_cast<char>(turned[bit / 8] ^ 1 << bit % 8);
    const Bytes file(turned);
    const SafetensorsFile read = read_safetensors(file);
    n_refused += !read.error.empty();
    for (const StoredTensor& tensor : read.tensors) CHECK(tensor.bytes.size() <= 10);
  }
  CHECK(n_refused > 700);
}

}  // namespace attn::test
