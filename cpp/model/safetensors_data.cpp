#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "model/safetensors.hpp"

namespace attn {
namespace {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

// Moves exponent and fraction to their places in a float, where they mean 2^-112 of the value, and
// multiplies; subnormal numbers come out right by themselves. An exponent of all ones means inf and NaN in
// both.
float from_half(std::uint16_t half) {
  const auto magnitude = std::bit_cast<float>((half & 0x7fffu) << 13) * 0x1p112f;
  std::uint32_t bits = std::bit_cast<std::uint32_t>(magnitude);
  if (magnitude >= 0x1p16f) bits |= 0x7f800000u;
  return std::bit_cast<float>(bits | (half & 0x8000u) << 16);
}

float from_bfloat(std::uint16_t bfloat) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bfloat) << 16);
}

std::vector<const Tensor*> by_name(std::span<const Tensor* const> tensors) {
  std::vector<const Tensor*> sorted;
  for (const Tensor* tensor : tensors)
    sorted.insert(std::ranges::upper_bound(sorted, tensor->name, {}, &Tensor::name), tensor);
  return sorted;
}

// The length, the JSON and its padding.
std::string header(const std::vector<const Tensor*>& tensors) {
  std::string json(sizeof(std::uint64_t), ' ');
  std::size_t offset = 0;
  for (const Tensor* tensor : tensors) {
    json += json.size() > sizeof(std::uint64_t) ? ",\"" : "{\"";
    json += tensor->name + "\":{\"dtype\":\"F32\",\"shape\":[";
    for (const int extent : tensor->shape) json += (json.back() == '[' ? "" : ",") + std::to_string(extent);
    json += "],\"data_offsets\":[" + std::to_string(offset) + ',';
    offset += tensor->size() * sizeof(float);
    json += std::to_string(offset) + "]}";
  }
  json += tensors.empty() ? "{}" : "}";
  json.resize((json.size() + 7) / 8 * 8, ' ');
  const std::uint64_t length = json.size() - sizeof length;
  std::memcpy(json.data(), &length, sizeof length);
  return json;
}

}  // namespace

void widen(const StoredTensor& tensor, std::size_t first, std::span<float> values) {
  if (values.empty()) return;
  if (tensor.dtype == "F32") {
    std::memcpy(values.data(), tensor.bytes.data() + first * sizeof(float), values.size_bytes());
    return;
  }
  const auto from = tensor.dtype == "F16" ? from_half : from_bfloat;
  const std::byte* next = tensor.bytes.data() + first * sizeof(std::uint16_t);
  for (float& value : values) {
    std::uint16_t bits;
    std::memcpy(&bits, next, sizeof bits);
    value = from(bits);
    next += sizeof bits;
  }
}

std::size_t safetensors_size(std::span<const Tensor* const> tensors) {
  std::size_t n_bytes = header(by_name(tensors)).size();
  for (const Tensor* tensor : tensors) n_bytes += tensor->size() * sizeof(float);
  return n_bytes;
}

void write_safetensors(std::span<const Tensor* const> tensors, std::span<std::byte> file) {
  const std::vector<const Tensor*> sorted = by_name(tensors);
  const std::string start = header(sorted);
  std::byte* next = file.data();
  const auto append = [&](const void* data, std::size_t n_bytes) {
    std::memcpy(next, data, n_bytes);
    next += n_bytes;
  };
  append(start.data(), start.size());
  for (const Tensor* tensor : sorted) append(tensor->data, tensor->size() * sizeof(float));
}

}  // namespace attn
