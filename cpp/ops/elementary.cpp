#include "ops/elementary.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "ops/elementary_batch.hpp"

namespace attn {
namespace {

// 1 / k! for k = 0 ... 17.
constexpr auto inverse_factorials = [] {
  std::array<double, 18> inverse{};
  double factorial = 1;
  for (std::size_t k = 0; k < inverse.size(); ++k) {
    if (k > 0) factorial *= static_cast<double>(k);
    inverse[k] = 1 / factorial;
  }
  return inverse;
}();

// The sum of (sign z)^i / (first + step i)!, i = 0, 1, ..., up to the factorial of `last`.
double taylor(double z, double sign, int first, int step, int last) {
  double sum = 0;
  for (int k = last; k >= first; k -= step)
    sum = sum * (sign * z) + inverse_factorials[static_cast<std::size_t>(k)];
  return sum;
}

// The integer nearest to |x| < 2^51, ties to even.
double nearest(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

}  // namespace

float exp(float x) { return first_lane(exp(broadcast(x))); }

float log(float x) { return first_lane(log(broadcast(x))); }

float normal_cdf(float x) { return first_lane(normal_cdf(broadcast(x))); }

double exp(double x) {
  if (x < -708.3) return 0;
  if (x > 709.7) return HUGE_VAL;
  if (x != x) return x;
  // As the float: ln 2 in two parts, the first short enough that n times it is exact.
  const double n = nearest(x * 0x1.71547652b82fep0);
  const double r = (x - n * 0x1.62e42feep-1) - n * 0x1.a39ef35793c76p-33;
  const auto exponent = static_cast<std::uint64_t>(static_cast<std::int64_t>(n) + 1023);
  return (1 + r * taylor(r, 1, 1, 1, 14)) * std::bit_cast<double>(exponent << 52);
}

double log(double x) {
  // x = 2^e m, m in [sqrt(1/2), sqrt(2)); ln m = 2 artanh(s), s = (m - 1) / (m + 1), |s| < 0.172.
  const auto field = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t shifted = field - 0x3fe6a09e667f3bcd;  // the bits of sqrt(1/2)
  const double e = static_cast<double>(static_cast<std::int64_t>(shifted) >> 52);
  const double m = std::bit_cast<double>(field - (shifted >> 52 << 52));
  const double s = (m - 1) / (m + 1), z = s * s;
  double sum = 0;
  for (int k = 21; k > 1; k -= 2) sum = (sum + 1.0 / k) * z;
  return e * 0x1.62e42feep-1 + (2 * s + (2 * s * sum + e * 0x1.a39ef35793c76p-33));
}

SinCos sin_cos(double x) {
  // x = n pi / 2 + r, |r| <= pi / 4, with pi / 2 in three parts of which n times the first two is exact.
  const double n = nearest(x * 0x1.45f306dc9c883p-1);
  const double r = ((x - n * 0x1.921fb544p0) - n * 0x1.0b4611a6p-34) - n * 0x1.3198a2e037073p-69;
  const double sin = r * taylor(r * r, -1, 1, 2, 17);
  const double cos = taylor(r * r, -1, 0, 2, 16);
  switch (static_cast<std::int64_t>(n) & 3) {
    case 0:
      return {sin, cos};
    case 1:
      return {cos, -sin};
    case 2:
      return {-sin, -cos};
    default:
      return {-cos, sin};
  }
}

double power(double x, int n) {
  double result = 1;
  for (; n > 0; n >>= 1, x *= x) {
    if (n & 1) result *= x;
  }
  return result;
}

}  // namespace attn
