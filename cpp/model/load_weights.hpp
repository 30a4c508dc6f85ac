// Weights from a file into a model: which goes where, and whether it fits.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "model/safetensors.hpp"

namespace attn {

/// Where a tensor of ours stands in a file.
struct WeightSource {
  std::string name;
  /// The file has [in, out] where we have [out, in].
  bool transposed = false;
  /// The file has `n_parts` tensors in one, along the axis that is our first; this is number `part`.
  int part = 0, n_parts = 1;
};

/// How a family of files names and lays out its tensors.
class WeightNames {
 public:
  virtual ~WeightNames() = default;
  /// The source of our tensor `name` in `file`; an empty name if the family has nothing like it.
  virtual WeightSource source(std::string_view name, const SafetensorsFile& file) const = 0;
  /// Whether it is right that a tensor of the file was not asked for.
  virtual bool ignored(const StoredTensor& stored, const SafetensorsFile& file) const = 0;
};

/// Copies all of `file` into `tensors`, widened to float32, under the same names or those of `names`. Returns
/// an empty string, or a sentence if the file is wrong, lacks a tensor, has one that the model lacks, or has
/// one of another shape or dtype; then no tensor was touched.
std::string load_weights(std::span<Tensor* const> tensors, const SafetensorsFile& file);
std::string load_weights(std::span<Tensor* const> tensors, const SafetensorsFile& file,
                         const WeightNames& names);

}  // namespace attn
