// The safetensors format, in which weights are kept (https://huggingface.co/docs/safetensors): 8 bytes with
// the length of the header, a JSON header with the dtype, shape and place of every tensor, then the data.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/tensors.hpp"

namespace attn {

/// A tensor as a file holds it. Its bytes lie in the file, row-major, little-endian, perhaps unaligned.
struct StoredTensor {
  std::string name;
  std::string_view dtype;  // "F32", "F16", "BF16" or another that the format knows
  std::vector<int> shape;  // empty for a single number
  std::span<const std::byte> bytes;

  /// Whether `widen` can read it.
  bool is_float() const { return dtype == "F32" || dtype == "F16" || dtype == "BF16"; }
};

/// What was read: tensors in the order of the header, or a sentence on what is wrong with the file.
struct SafetensorsFile {
  std::vector<StoredTensor> tensors;
  std::string error;

  /// The tensor of that name, or null.
  const StoredTensor* find(std::string_view name) const;
};

/// Reads the header and checks all of it; data is neither copied nor looked at. The result refers to `file`.
SafetensorsFile read_safetensors(std::span<const std::byte> file);

/// Writes elements first, first + 1, ... of a float tensor to `values`, widened to float32, which is exact.
void widen(const StoredTensor& tensor, std::size_t first, std::span<float> values);

/// Bytes that `write_safetensors` writes.
std::size_t safetensors_size(std::span<const Tensor* const> tensors);

/// Writes tensors as F32 in the order of their names, the header padded with spaces to a multiple of 8 bytes:
/// the same tensors give the same bytes in whatever order they come.
/// Names must be different and free of quotes, backslashes and control characters, as all of ours are;
/// file [safetensors_size(tensors)] written.
void write_safetensors(std::span<const Tensor* const> tensors, std::span<std::byte> file);

}  // namespace attn
