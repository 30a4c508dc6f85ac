#include "model/tensors.hpp"

#include <cstdint>
#include <cstdlib>
#include <limits>

namespace attn {
namespace {

// Every tensor starts on a cache line, so that its rows straddle as few lines as possible.
constexpr std::size_t alignment = 64;

std::size_t padded_bytes(std::size_t n_floats) {
  return (n_floats * sizeof(float) + alignment - 1) / alignment * alignment;
}

// The product of the extents, or SIZE_MAX / 8 (never available) where it would overflow.
std::size_t checked_size(const std::vector<int>& shape) {
  constexpr std::size_t limit = std::numeric_limits<std::size_t>::max() / 8;
  std::size_t size = 1;
  for (int extent : shape) {
    if (size > 0 && static_cast<std::size_t>(extent) > limit / size) return limit;
    size *= static_cast<std::size_t>(extent);
  }
  return size;
}

}  // namespace

std::size_t Tensor::size() const { return checked_size(shape); }

MatrixView<float> Tensor::matrix(int part) {
  const int columns = shape.back();
  const int rows = shape.size() < 2 ? 1 : shape[shape.size() - 2];
  const auto offset =
      static_cast<std::size_t>(part) * static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  return {data + offset, rows, columns, columns};
}

Tensor& TensorSet::add(std::string_view name, std::span<const int> shape) {
  return tensors_.emplace_back(Tensor{std::string(name), {shape.begin(), shape.end()}});
}

void TensorSet::resize(Tensor& tensor, int axis, int extent) {
  int& present = tensor.shape[static_cast<std::size_t>(axis)];
  if (present != extent) ++version_;
  present = extent;
}

std::size_t TensorSet::n_bytes() const {
  std::size_t bytes = 0;
  for (const Tensor& tensor : tensors_) bytes += padded_bytes(tensor.size());
  return bytes;
}

bool TensorSet::allocate() {
  constexpr std::size_t limit = std::numeric_limits<std::size_t>::max() / 2;
  std::size_t bytes = alignment;
  for (const Tensor& tensor : tensors_) {
    if (tensor.data) continue;
    const std::size_t size = padded_bytes(tensor.size());
    if (size > limit - bytes) return false;
    bytes += size;
  }
  if (bytes == alignment) return true;
  std::unique_ptr<void, Free> block(std::calloc(bytes, 1));
  if (!block) return false;
  const auto start = reinterpret_cast<std::uintptr_t>(block.get());
  auto* next = static_cast<std::byte*>(block.get()) + (alignment - start % alignment) % alignment;
  for (Tensor& tensor : tensors_) {
    if (tensor.data) continue;
    tensor.data = reinterpret_cast<float*>(next);
    next += padded_bytes(tensor.size());
  }
  blocks_.push_back(std::move(block));
  ++version_;
  return true;
}

Tensor* TensorSet::find(std::string_view name) {
  for (Tensor& tensor : tensors_) {
    if (tensor.name == name) return &tensor;
  }
  return nullptr;
}

std::string TensorSet::directory() const {
  std::string json = "[";
  for (const Tensor& tensor : tensors_) {
    if (tensor.name.empty() || !tensor.data) continue;
    if (json.size() > 1) json += ',';
    json += "{\"name\":\"" + tensor.name + "\",\"shape\":[";
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
      if (i > 0) json += ',';
      json += std::to_string(tensor.shape[i]);
    }
    json += tensor.trained ? "],\"trained\":true" : "]";
    json += ",\"dtype\":\"f32\",\"offset\":" + std::to_string(reinterpret_cast<std::uintptr_t>(tensor.data)) +
            "}";
  }
  return json + "]";
}

void TensorSet::Free::operator()(void* block) const { std::free(block); }

}  // namespace attn
