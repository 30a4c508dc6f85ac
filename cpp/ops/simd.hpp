// Four floats at a time: SSE2 on x86, simd128 in WebAssembly. The only file that names xsimd.
#pragma once

#include <cstdint>
#include <xsimd/xsimd.hpp>

#ifdef __FAST_MATH__
#error "-ffast-math assumes that no number is infinite, and masks are made of -infinity"
#endif

namespace attn {

using Batch = xsimd::make_sized_batch_t<float, 4>;
using BatchInt = xsimd::make_sized_batch_t<std::int32_t, 4>;
using BatchMask = Batch::batch_bool_type;
inline constexpr int batch_width = 4;

inline Batch load(const float* p) { return Batch::load_unaligned(p); }
inline void store(float* p, Batch x) { x.store_unaligned(p); }
inline Batch broadcast(float x) { return Batch(x); }

/// The first `n` (0 to 4) floats at `p`, the other lanes `rest`. Reads nothing beyond them.
inline Batch load_partial(const float* p, int n, float rest) {
  float lanes[batch_width] = {rest, rest, rest, rest};
  for (int lane = 0; lane < n; ++lane) lanes[lane] = p[lane];
  return load(lanes);
}

/// Writes the first `n` (0 to 4) lanes and nothing beyond them.
inline void store_partial(float* p, Batch x, int n) {
  float lanes[batch_width];
  store(lanes, x);
  for (int lane = 0; lane < n; ++lane) p[lane] = lanes[lane];
}

/// a < b ? b : a, so a NaN in `b` is dropped and a NaN in `a` stays. One instruction on both machines.
inline Batch max(Batch a, Batch b) { return xsimd::max(a, b); }

inline Batch select(BatchMask mask, Batch yes, Batch no) { return xsimd::select(mask, yes, no); }
inline bool any(BatchMask mask) { return xsimd::any(mask); }

inline BatchInt bits(Batch x) { return xsimd::bitwise_cast<std::int32_t>(x); }
inline Batch from_bits(BatchInt x) { return xsimd::bitwise_cast<float>(x); }
inline Batch to_float(BatchInt x) { return xsimd::batch_cast<float>(x); }

/// Rows become columns: four batches of four rows' terms to four batches of four terms' rows.
inline void transpose(Batch (&x)[4]) {
  const Batch even_low = xsimd::zip_lo(x[0], x[2]), even_high = xsimd::zip_hi(x[0], x[2]);
  const Batch odd_low = xsimd::zip_lo(x[1], x[3]), odd_high = xsimd::zip_hi(x[1], x[3]);
  x[0] = xsimd::zip_lo(even_low, odd_low);
  x[1] = xsimd::zip_hi(even_low, odd_low);
  x[2] = xsimd::zip_lo(even_high, odd_high);
  x[3] = xsimd::zip_hi(even_high, odd_high);
}

inline float first_lane(Batch x) { return x.first(); }

/// (x0 + x1) + (x2 + x3): always in this order.
inline float sum_of_lanes(Batch x) {
  float lanes[batch_width];
  store(lanes, x);
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

/// The largest lane; no lane may be NaN.
inline float max_of_lanes(Batch x) {
  float lanes[batch_width];
  store(lanes, x);
  float largest = lanes[0];
  for (const float lane : lanes) largest = lane > largest ? lane : largest;
  return largest;
}

}  // namespace attn
