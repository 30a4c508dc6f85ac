#include "model/load_weights.hpp"

#include <algorithm>
#include <vector>

#include "model/config.hpp"
#include "model/safetensors_header.hpp"
#include "model/sentence.hpp"

namespace attn {
namespace {

class OurNames final : public WeightNames {
  WeightSource source(std::string_view name, const SafetensorsFile&) const override {
    return {.name = std::string(name)};
  }
  bool ignored(const StoredTensor&, const SafetensorsFile&) const override { return false; }
};

struct Copy {
  Tensor* to;
  const StoredTensor* from;
  WeightSource source;
};

// The shape that the file must have.
std::vector<int> stored_shape(const Tensor& tensor, const WeightSource& source) {
  std::vector<int> shape = tensor.shape;
  shape.front() *= source.n_parts;
  if (source.transposed) std::ranges::reverse(shape);
  return shape;
}

std::string check(const Tensor& tensor, const WeightSource& source, const StoredTensor* found) {
  if (!found) {
    const std::string shown =
        source.name.empty() || source.name == tensor.name ? "" : ", named " + source.name;
    return sentence("the file has no %%, which the model needs", {tensor.name, shown});
  }
  const std::vector<int> wanted = stored_shape(tensor, source);
  if (found->shape != wanted) {
    return sentence("% has the shape %; the model needs %",
                    {found->name, shape_text(found->shape), shape_text(wanted)});
  }
  if (found->is_float()) return {};
  return sentence("% has the dtype %; it must be F32, F16 or BF16", {found->name, found->dtype});
}

void copy(const Copy& copy) {
  const std::span<float> values = copy.to->span();
  const auto part = static_cast<std::size_t>(copy.source.part);
  if (!copy.source.transposed) return widen(*copy.from, part * values.size(), values);
  const auto n_out = static_cast<std::size_t>(copy.to->shape[0]);
  const auto n_in = static_cast<std::size_t>(copy.to->shape[1]);
  std::vector<float> row(n_out);
  for (std::size_t i = 0; i < n_in; ++i) {
    widen(*copy.from, (i * static_cast<std::size_t>(copy.source.n_parts) + part) * n_out, row);
    for (std::size_t j = 0; j < n_out; ++j) values[j * n_in + i] = row[j];
  }
}

}  // namespace

std::string load_weights(std::span<Tensor* const> tensors, const SafetensorsFile& file,
                         const WeightNames& names) {
  if (!file.error.empty()) return file.error;
  std::vector<Copy> copies;
  for (Tensor* tensor : tensors) {
    WeightSource source = names.source(tensor->name, file);
    const StoredTensor* found = file.find(source.name);
    if (std::string error = check(*tensor, source, found); !error.empty()) return error;
    copies.push_back({tensor, found, std::move(source)});
  }
  for (const StoredTensor& stored : file.tensors) {
    if (std::ranges::find(copies, &stored, &Copy::from) == copies.end() && !names.ignored(stored, file))
      return sentence("the model has no %, which the file has", {shortened(stored.name)});
  }
  std::ranges::for_each(copies, copy);
  return {};
}

std::string load_weights(std::span<Tensor* const> tensors, const SafetensorsFile& file) {
  return load_weights(tensors, file, OurNames());
}

}  // namespace attn
