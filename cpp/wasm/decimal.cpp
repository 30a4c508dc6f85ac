#include "wasm/decimal.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace attn {
namespace {

// A whole number of up to 8,192 bits; the lowest come first. `inexact` says that the number meant is a little
// larger.
class Whole {
 public:
  bool inexact = false;

  // this = this factor + summand
  void multiply(std::uint32_t factor, std::uint32_t summand = 0) {
    std::uint64_t carry = summand;
    for (int i = 0; i < size_; ++i) {
      carry += std::uint64_t{words_[i]} * factor;
      words_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words_[size_++] = static_cast<std::uint32_t>(carry);
  }

  // this = floor(this / divisor); quotients of quotients are those by the product.
  void divide(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (int i = size_; i-- > 0;) {
      rest = rest << 32 | words_[i];
      words_[i] = static_cast<std::uint32_t>(rest / divisor);
      rest %= divisor;
    }
    if (rest != 0) inexact = true;
    while (size_ > 0 && words_[size_ - 1] == 0) --size_;
  }

  // this = this 2^(32 n)
  void shift_words(int n) {
    std::copy_backward(words_, words_ + size_, words_ + size_ + n);
    std::fill_n(words_, n, 0u);
    size_ += n;
  }

  int bits() const { return size_ == 0 ? 0 : 32 * size_ - std::countl_zero(words_[size_ - 1]); }

  // floor(this / 2^n), whose bits are at most 64; `inexact` tells what fell off.
  std::uint64_t from_bit(int n) {
    std::uint64_t result = 0;
    for (int i = 0; i < bits(); ++i) {
      const bool bit = words_[i / 32] >> (i % 32) & 1;
      if (i < n)
        inexact |= bit;
      else
        result |= std::uint64_t{bit} << (i - n);
    }
    return result;
  }

 private:
  std::uint32_t words_[256] = {};
  int size_ = 0;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whole digits, of which the exponent counts those behind the point away; false if there is none.
bool read_digits(const char*& at, Whole& whole, int& exponent) {
  constexpr int most = 800;  // the middle between two doubles has up to 767
  int n_significant = 0;
  bool any = false;
  for (bool behind_point = false;; ++at) {
    if (*at == '.' && !behind_point) {
      behind_point = true;
      continue;
    }
    if (!is_digit(*at)) return any;
    any = true;
    const auto digit = static_cast<std::uint32_t>(*at - '0');
    if (n_significant < most) {
      whole.multiply(10, digit);
      n_significant += n_significant > 0 || digit > 0;
      exponent -= behind_point;
    } else {
      whole.inexact |= digit > 0;
      exponent += !behind_point;
    }
  }
}

int read_exponent(const char*& at) {
  if (*at != 'e' && *at != 'E') return 0;
  const char* next = at + 1;
  const bool negative = *next == '-';
  if (*next == '-' || *next == '+') ++next;
  if (!is_digit(*next)) return 0;
  int exponent = 0;
  for (; is_digit(*next); ++next) exponent = std::min(exponent * 10 + (*next - '0'), 1'000'000);
  at = next;
  return negative ? -exponent : exponent;
}

// The double nearest to whole 2^exponent.
double nearest(Whole& whole, int exponent) {
  constexpr int mantissa_bits = 53, least_exponent = -1074;
  const int excess = std::max(whole.bits() - mantissa_bits, least_exponent - exponent);
  if (excess <= 0) {
    // Exact; as a double it has 53 bits, the first of which is implied.
    const std::uint64_t all = whole.from_bit(0);
    double value = static_cast<double>(all);
    for (; exponent < 0; ++exponent) value /= 2;
    for (; exponent > 0; --exponent) value *= 2;
    return value;
  }
  const std::uint64_t half_units = whole.from_bit(excess - 1);
  std::uint64_t mantissa = half_units >> 1;
  if ((half_units & 1) != 0 && (whole.inexact || (mantissa & 1) != 0)) ++mantissa;
  double value = static_cast<double>(mantissa);
  for (int e = exponent + excess; e != 0; e += e < 0 ? 1 : -1) value = e < 0 ? value / 2 : value * 2;
  return value;
}

}  // namespace

double read_decimal(const char* text, const char*& end) {
  const char* at = text;
  const bool negative = *at == '-';
  if (*at == '-' || *at == '+') ++at;
  Whole whole;
  int exponent = 0;
  end = text;
  if (!read_digits(at, whole, exponent)) return 0;
  exponent += read_exponent(at);
  end = at;
  int binary = 0;
  // Beyond these nothing is left but 0 and infinity.
  exponent = std::clamp(exponent, -1300, 400);
  for (; exponent > 0; --exponent) whole.multiply(10);
  if (exponent < 0) {
    const int n_words = 3 + (-exponent * 10 + 95) / 96;  // 64 bits and more are left after the division
    whole.shift_words(n_words);
    binary = -32 * n_words;
    for (; exponent < 0; ++exponent) whole.divide(10);
  }
  const double value = nearest(whole, binary);
  return negative ? -value : value;
}

}  // namespace attn
