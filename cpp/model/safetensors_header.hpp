#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What the header of a safetensors file says of one tensor.
struct HeaderEntry {
  static constexpr std::uint64_t largest_extent = std::numeric_limits<int>::max();

  std::string name, dtype;
  std::vector<std::uint64_t> shape;  // extents up to `largest_extent`
  std::vector<std::uint64_t> data_offsets;
};

/// Appends the header's entries, all complete but otherwise unchecked. Returns a sentence on what is wrong,
/// or an empty one.
std::string read_header(std::string_view json, std::vector<HeaderEntry>& entries);

/// A name or a value as it is written in a sentence.
std::string shortened(const std::string& text);

}  // namespace attn
