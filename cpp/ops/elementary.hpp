// exp, log and the like from +, -, *, / and bit patterns alone. The C libraries of two systems differ in the
// last bits, these cannot: the same seed gives the same digits in every browser and in the native build.
#pragma once

namespace attn {

/// e^x, within 1 unit in the last place. exp(0) is exactly 1, exp(-inf) is 0, exp(NaN) is NaN.
/// Flushes to 0 below x = -87.33, where the result would no longer be a normal number; inf above 88.72.
float exp(float x);

/// Natural logarithm, within 1 unit in the last place. log(1) is exactly 0, log(0) is -inf, log(x < 0) is
/// NaN.
float log(float x);

}  // namespace attn
