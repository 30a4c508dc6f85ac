// A small GPT-2 with random weights, in the form of Hugging Face.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "file_bytes.hpp"
#include "ops/random.hpp"

namespace attn::test {

inline constexpr int vocab_size = 5, n_tokens = 4, d_model = 6, n_heads = 2, d_ff = 8, n_layers = 2;

struct Array {
  std::vector<int> shape;
  std::vector<float> data;
};
/// By name.
using Arrays = std::map<std::string, Array>;

inline Array random_array(std::vector<int> shape, Pcg32& random) {
  std::size_t size = 1;
  for (const int extent : shape) size *= static_cast<std::size_t>(extent);
  std::vector<float> data(size);
  for (float& value : data) value = random.normal();
  return {std::move(shape), std::move(data)};
}

/// The tensors of a small GPT-2, named and laid out as Hugging Face does.
inline Arrays gpt2_arrays(const std::string& prefix) {
  Pcg32 random(1);
  Arrays arrays;
  const auto add = [&](const std::string& name, std::vector<int> shape) {
    arrays[prefix + name] = random_array(std::move(shape), random);
  };
  add("wte.weight", {vocab_size, d_model});
  add("wpe.weight", {n_tokens, d_model});
  add("ln_f.weight", {d_model});
  add("ln_f.bias", {d_model});
  for (int n = 0; n < n_layers; ++n) {
    const std::string layer = "h." + std::to_string(n) + ".";
    for (const char* norm : {"ln_1", "ln_2"}) {
      add(layer + norm + ".weight", {d_model});
      add(layer + norm + ".bias", {d_model});
    }
    add(layer + "attn.c_attn.weight", {d_model, 3 * d_model});
    add(layer + "attn.c_attn.bias", {3 * d_model});
    add(layer + "attn.c_proj.weight", {d_model, d_model});
    add(layer + "attn.c_proj.bias", {d_model});
    add(layer + "mlp.c_fc.weight", {d_model, d_ff});
    add(layer + "mlp.c_fc.bias", {d_ff});
    add(layer + "mlp.c_proj.weight", {d_ff, d_model});
    add(layer + "mlp.c_proj.bias", {d_model});
  }
  return arrays;
}

/// As safetensors.
inline Bytes file_with(const Arrays& arrays) {
  std::string header = "{", data;
  for (const auto& [name, array] : arrays) {
    std::string shape;
    for (const int extent : array.shape) shape += (shape.empty() ? "" : ",") + std::to_string(extent);
    header += (header.size() > 1 ? ",\"" : "\"") + name + R"(":{"dtype":"F32","shape":[)" + shape +
              "],\"data_offsets\":[" + std::to_string(data.size()) + ",";
    for (const float value : array.data) data += floats({value});
    header += std::to_string(data.size()) + "]}";
  }
  return file_of(header + "}", data);
}

}  // namespace attn::test
