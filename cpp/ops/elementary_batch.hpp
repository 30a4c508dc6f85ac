// The elementary functions four lanes at a time; elementary.hpp has the scalars, which are lane 0 of these.
#pragma once

#include <limits>

#include "ops/simd.hpp"

namespace attn {

/// Adding it to |x| < 2^22 leaves round(x), ties to even, in the low bits of the mantissa.
inline constexpr float round_magic = 0x1.8p23f;

/// e^x = 2^n e^r with n = round(x / ln 2) and r = x - n ln 2 in [-0.35, 0.35] (Cody & Waite 1980, chapter 6).
/// ln 2 is split into a short and a small part, so that n times the short one is exact and r loses nothing.
[[gnu::always_inline]] inline Batch exp(Batch x) {
  const Batch shifted = x * 0x1.715476p0f + round_magic;
  const Batch n = shifted - round_magic;
  const Batch r = (x - n * 0x1.62e4p-1f) - n * 0x1.7f7d1cp-20f;
  // Minimax polynomial for (e^r - 1 - r) / r^2.
  Batch p = 0x1.6850e4p-10f * r + 0x1.123bccp-7f;
  p = p * r + 0x1.555b98p-5f;
  p = p * r + 0x1.55548ep-3f;
  p = p * r + 0x1.fffff8p-2f;
  p = (p * r) * r + r + 1.0f;
  // 2^n by adding n to the exponent field.
  Batch y = from_bits(bits(p) + (bits(shifted) << 23));
  y = select(x < -0x1.5d5p6f, Batch(0.0f), y);
  y = select(x > 0x1.62e42ep6f, Batch(std::numeric_limits<float>::infinity()), y);
  return select(x == x, y, x);
}

/// log(2^e m) = e ln 2 + log(1 + f), f = m - 1, m in [sqrt(1/2), sqrt(2)) (Cephes logf, Moshier 1989).
/// The two largest terms, f and e ln 2, are added last and ln 2 is split, so that nothing cancels.
inline Batch log(Batch x) {
  const BatchMask tiny = x < std::numeric_limits<float>::min();
  const Batch normal = select(tiny, x * 0x1p23f, x);
  const BatchInt half = BatchInt(0x3f000000);
  const BatchInt field = bits(normal);
  Batch m = from_bits((field & BatchInt(0x007fffff)) | half);  // in [1/2, 1)
  Batch e = to_float((field - half) >> 23);
  e = select(tiny, e - 23.0f, e);
  const BatchMask low = m < 0x1.6a09e6p-1f;
  e = select(low, e - 1.0f, e);
  const Batch f = select(low, m + m, m) - 1.0f;
  const Batch z = f * f;
  Batch p = 7.0376836292e-2f * f - 1.1514610310e-1f;
  p = p * f + 1.1676998740e-1f;
  p = p * f - 1.2420140846e-1f;
  p = p * f + 1.4249322787e-1f;
  p = p * f - 1.6668057665e-1f;
  p = p * f + 2.0000714765e-1f;
  p = p * f - 2.4999993993e-1f;
  p = p * f + 3.3333331174e-1f;
  Batch y = p * f * z - e * 2.12194440e-4f;
  y = (y - z * 0.5f) + f + e * 0.693359375f;
  constexpr float inf = std::numeric_limits<float>::infinity();
  y = select(x == 0.0f, Batch(-inf), y);
  y = select(x == inf, x, y);
  return select(x >= 0.0f, y, Batch(std::numeric_limits<float>::quiet_NaN()));
}

/// e^(-x^2 / 2), the density of a normal deviate times sqrt(2 pi).
inline Batch gauss(Batch x) { return exp(x * x * -0.5f); }

/// Phi(-a) = e^(-a^2 / 2) t p(t) for a = |x|, t = 1 / (1 + 0.35 a): the form of Hastings 1955 (Abramowitz &
/// Stegun 1964, 26.2.17), with a minimax polynomial of our own that keeps the tail's relative error.
/// density [gauss(x)] is asked for because a derivative needs it as well.
inline Batch normal_cdf(Batch x, Batch density) {
  const Batch t = 1.0f / (max(x, -x) * 0.35f + 1.0f);
  Batch p = -0x1.dd0538p-6f * t + 0x1.268a44p-3f;
  p = p * t - 0x1.058538p-2f;
  p = p * t + 0x1.45371ep-3f;
  p = p * t - 0x1.764434p-6f;
  p = p * t + 0x1.afafacp-4f;
  p = p * t + 0x1.eaf590p-4f;
  p = p * t + 0x1.1e6da4p-3f;
  p = p * t + 0x1.1df1f6p-3f;
  const Batch tail = p * t * density;
  return select(x < 0.0f, tail, 1.0f - tail);
}

inline Batch normal_cdf(Batch x) { return normal_cdf(x, gauss(x)); }

}  // namespace attn
