#include "model/load_weights.hpp"

#include <doctest/doctest.h>

#include "compare.hpp"
#include "file_bytes.hpp"

namespace attn::test {
namespace {

// A model of two tensors, w [2, 3] and b [2], both all 7.
struct Model {
  float w[6] = {7, 7, 7, 7, 7, 7}, b[2] = {7, 7};
  Tensor tensor_w{"w", {2, 3}, w}, tensor_b{"b", {2}, b};
  Tensor* tensors[2] = {&tensor_w, &tensor_b};

  std::string load(const Bytes& file) { return load_weights(tensors, read_safetensors(file)); }
  bool untouched() const { return std::ranges::count(w, 7.0f) == 6 && std::ranges::count(b, 7.0f) == 2; }
};

const std::string b_entry = R"("b":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]})";
const std::string b_data("\x80\x3f\x00\xc0", 4);  // 1, -2

std::string w_entry(const std::string& dtype, const std::string& shape, int n_bytes) {
  return R"(,"w":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":[4,)" +
         std::to_string(4 + n_bytes) + "]}";
}

}  // namespace

TEST_CASE("load_weights: into tensors of the same names, widened") {
  Model model;
  REQUIRE(model.load(file_of("{" + b_entry + w_entry("F32", "[2,3]", 24) + "}",
                             b_data + floats({1, 2, 3, 4, 5, 6}))) == "");
  for (int i = 0; i < 6; ++i) CHECK(model.w[i] == static_cast<float>(i + 1));
  CHECK(model.b[0] == 1);
  CHECK(model.b[1] == -2);
}

TEST_CASE("load_weights: what does not fit has its sentence and changes nothing") {
  const std::string w_data = floats({1, 2, 3, 4, 5, 6});
  Model model;
  CHECK(model.load(file_of("{" + b_entry + "}", b_data)) == "the file has no w, which the model needs");
  CHECK(model.load(file_of("{" + b_entry + w_entry("F32", "[3,2]", 24) + "}", b_data + w_data)) ==
        "w has the shape [3, 2]; the model needs [2, 3]");
  CHECK(model.load(file_of("{" + b_entry + w_entry("F32", "[6]", 24) + "}", b_data + w_data)) ==
        "w has the shape [6]; the model needs [2, 3]");
  CHECK(model.load(file_of("{" + b_entry + w_entry("I32", "[2,3]", 24) + "}", b_data + w_data)) ==
        "w has the dtype I32; it must be F32, F16 or BF16");
  CHECK(model.load(file_of("{" + b_entry + w_entry("F32", "[2,3]", 24) +
                               R"(,"c":{"dtype":"U8","shape":[1],"data_offsets":[28,29]}})",
                           b_data + w_data + "c")) == "the model has no c, which the file has");
  CHECK(model.load(file_of("{")).starts_with("the header is not JSON"));
  CHECK(model.untouched());
}

TEST_CASE("load_weights: what write_safetensors wrote") {
  Pcg32 random(1);
  Model model, other;
  for (float& value : model.w) value = random.normal();
  for (float& value : model.b) value = random.normal();
  const Tensor* tensors[] = {&model.tensor_w, &model.tensor_b};
  std::string file(safetensors_size(tensors), '?');
  write_safetensors(tensors, std::as_writable_bytes(std::span(file)));
  REQUIRE(other.load(Bytes(file)) == "");
  CHECK(std::ranges::equal(model.w, other.w));
  CHECK(std::ranges::equal(model.b, other.b));
}

}  // namespace attn::test
