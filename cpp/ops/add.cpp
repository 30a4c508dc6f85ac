#include "ops/add.hpp"

#include "ops/lanes.hpp"

namespace attn {

void add(std::span<const float> x, std::span<float> y) {
  for_lanes(x.size(), [&](auto at) { at.store(y.data(), at.load(y.data()) + at.load(x.data())); });
}

void scale(std::span<float> x, float factor) {
  for_lanes(x.size(), [&](auto at) { at.store(x.data(), at.load(x.data()) * factor); });
}

}  // namespace attn
