// exp, log and the like from +, -, *, /, sqrt and bit patterns alone. The C libraries of two systems differ
// in the last bits, these cannot: the same seed gives the same digits in every browser and in the native
// build.
#pragma once

namespace attn {

/// e^x, within 1 unit in the last place. exp(0) is exactly 1, exp(-inf) is 0, exp(NaN) is NaN.
/// Flushes to 0 below x = -87.33, where the result would no longer be a normal number; inf above 88.72.
float exp(float x);

/// e^x in double, within 2 units in the last place. Flushes to 0 below -708.3; inf above 709.4.
double exp(double x);

/// Natural logarithm, within 1 unit in the last place. log(1) is exactly 0, log(0) is -inf, log(x < 0) is
/// NaN.
float log(float x);

/// Natural logarithm in double, within 2 units in the last place, of a finite normal x > 0.
double log(double x);

struct SinCos {
  double sin, cos;
};

/// Sine and cosine of x radians within 2e-16, for |x| <= 10^6. sin_cos(0) is exactly (0, 1).
SinCos sin_cos(double x);

/// x^n for n >= 0, by repeated squaring (Knuth 1997, section 4.6.3, algorithm A).
double power(double x, int n);

/// Phi(x) = P(Z <= x) of a normal deviate Z, within 3e-7, and below 0 also within 6e-6 of its own value.
/// Phi(0) is exactly 1/2, Phi(-x) = 1 - Phi(x); flushes to 0 below -13.2.
float normal_cdf(float x);

}  // namespace attn
