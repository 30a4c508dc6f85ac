// A loop over arrays four floats at a time that ends inside the arrays, whatever their length.
#pragma once

#include <cstddef>

#include "ops/simd.hpp"

namespace attn {

/// Floats j, j + 1, j + 2, j + 3 of every array.
struct FullLanes {
  std::ptrdiff_t j;
  Batch load(const float* x, float /*rest*/ = 0) const { return attn::load(x + j); }
  void store(float* y, Batch value) const { attn::store(y + j, value); }
};

/// The last `n` (1 to 3) floats of every array, from j on; reading fills the other lanes with `rest`.
struct LastLanes {
  std::ptrdiff_t j;
  int n;
  Batch load(const float* x, float rest = 0) const { return load_partial(x + j, n, rest); }
  void store(float* y, Batch value) const { store_partial(y + j, value, n); }
};

/// Calls visit(at) for floats 0 to n - 1 of arrays of n floats, where at.load(x) reads and at.store(y, value)
/// writes four of them. In a sum, choose `rest` so that the lanes beyond the end add 0.
template <typename Visit>
inline void for_lanes(std::size_t n, Visit visit) {
  const auto end = static_cast<std::ptrdiff_t>(n);
  std::ptrdiff_t j = 0;
  for (; j + batch_width <= end; j += batch_width) visit(FullLanes{j});
  if (j < end) visit(LastLanes{j, static_cast<int>(end - j)});
}

}  // namespace attn
