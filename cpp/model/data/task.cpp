#include "model/data/task.hpp"

namespace attn {
namespace {

// The finaliser of SplitMix64: every bit of x changes about half the bits (Steele, Lea & Flood 2014).
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

}  // namespace

Pcg32 example_random(std::uint64_t seed, std::uint64_t i) {
  return Pcg32(mixed(seed + 0x9e3779b97f4a7c15u * (i + 1)), i);
}

void next_tokens(std::span<const int> input, int last, std::span<int> targets) {
  for (std::size_t t = 0; t + 1 < input.size(); ++t) targets[t] = input[t + 1];
  targets.back() = last;
}

}  // namespace attn
