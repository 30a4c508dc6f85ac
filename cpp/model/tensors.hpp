// Named tensors: everything an experiment takes in, computes on the way and gives out.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ops/matrix.hpp"

namespace attn {

/// A row-major float32 array with a name; the last index is contiguous.
struct Tensor {
  std::string name;
  std::vector<int> shape;
  float* data = nullptr;
  bool trained = false;  ///< whether training changes it: a parameter

  std::size_t size() const;
  std::span<float> span() { return {data, size()}; }

  /// The last axis as columns, all others as rows. `part` selects one of shape[0] matrices of a 3-D tensor.
  MatrixView<float> matrix(int part = 0);
};

/// The tensors of one experiment, in one block of memory or a few.
/// Declare them with `add`, then call `allocate`; references stay valid for the life of the set.
class TensorSet {
 public:
  /// Declares a tensor; every extent must be at least 1. Its data is null until `allocate`.
  /// One without a name is scratch: it is left out of the directory.
  Tensor& add(std::string_view name, std::span<const int> shape);
  Tensor& add(std::string_view name, std::initializer_list<int> shape) {
    return add(name, std::span(shape.begin(), shape.size()));
  }

  /// Gives every tensor that has none its zeroed memory. False if there is not enough: then they stay
  /// without.
  [[nodiscard]] bool allocate();

  /// What all tensors take, as they are declared.
  std::size_t n_bytes() const;

  /// Gives an axis its present extent, at most that of the declaration.
  void resize(Tensor& tensor, int axis, int extent);

  /// Grows whenever the directory changes: a tensor got its memory, or an extent is another.
  int version() const { return version_; }

  /// The tensor of that name, or null.
  Tensor* find(std::string_view name);

  /// `[{"name": ..., "shape": [...], "dtype": "f32", "offset": address}, ...]`, in order of declaration:
  /// those that have memory.
  std::string directory() const;

 private:
  struct Free {
    void operator()(void* block) const;
  };
  std::list<Tensor> tensors_;
  int version_ = 0;
  std::vector<std::unique_ptr<void, Free>> blocks_;
};

}  // namespace attn
