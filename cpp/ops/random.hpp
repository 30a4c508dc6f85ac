// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>

namespace attn {

/// PCG32, "XSH RR 64/32": a 64-bit linear congruential generator whose output is permuted (O'Neill 2014,
/// section 6.3).
class Pcg32 {
 public:
  /// Every stream is a sequence of its own, of period 2^64.
  explicit Pcg32(std::uint64_t seed, std::uint64_t stream = 54);

  /// 32 uniform bits.
  std::uint32_t next();

  /// Uniform in [0, 1): a multiple of 2^-24.
  float uniform();

  /// Uniform in 0, 1, ..., n - 1, n >= 1. Draws again where 2^32 mod n of the values would be too frequent.
  std::uint32_t below(std::uint32_t n);

  /// Normal with mean 0 and variance 1, by the polar method (Marsaglia & Bray 1964): of our own log and the
  /// exact sqrt, without sin and cos. Takes a varying number of draws.
  float normal();

 private:
  std::uint64_t state_ = 0;
  std::uint64_t increment_;
};

}  // namespace attn
