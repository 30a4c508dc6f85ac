#include "ops/random.hpp"

#include <bit>
#include <cmath>

#include "ops/elementary.hpp"

namespace attn {

Pcg32::Pcg32(std::uint64_t seed, std::uint64_t stream) : increment_(stream << 1 | 1) {
  next();
  state_ += seed;
  next();
}

std::uint32_t Pcg32::next() {
  const std::uint64_t state = state_;
  state_ = state * 6364136223846793005u + increment_;
  const auto mixed = static_cast<std::uint32_t>((state >> 18 ^ state) >> 27);
  return std::rotr(mixed, static_cast<int>(state >> 59));
}

float Pcg32::uniform() { return static_cast<float>(next() >> 8) * 0x1p-24f; }

std::uint32_t Pcg32::below(std::uint32_t n) {
  const std::uint32_t surplus = -n % n;
  std::uint32_t value = next();
  while (value < surplus) value = next();
  return value % n;
}

float Pcg32::normal() {
  for (;;) {
    const float x = 2 * uniform() - 1;
    const float y = 2 * uniform() - 1;
    const float square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * log(square) / square);
  }
}

}  // namespace attn
