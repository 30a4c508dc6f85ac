// The nonlinearity of the feed-forward layer.
#pragma once

#include <span>

namespace attn {

enum class Activation {
  relu,        ///< max(x, 0) (Vaswani et al. 2017, equation 2); its derivative at 0 is 0
  gelu_tanh,   ///< x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2 (Hendrycks & Gimpel 2016, section 2)
  gelu_exact,  ///< x Phi(x), Phi the distribution function of the normal deviate (the same section)
};

/// y_j = f(x_j).
/// x [n]; y [n] written, may be x itself. NaN gives NaN; +-inf and huge x the limits: x or 0.
///
/// gelu_tanh is computed as x sigmoid(2 sqrt(2 / pi) (x + 0.044715 x^3)), the same function, and gelu_exact
/// from the tail of Phi: neither is a difference where tanh is nearly -1 and Phi nearly 0.
void activation_forward(Activation activation, std::span<const float> x, std::span<float> y);

/// dx_j = dy_j f'(x_j).
/// x [n] as in the forward, dy [n]; dx [n] written, may be dy itself.
void activation_backward(Activation activation, std::span<const float> x, std::span<const float> dy,
                         std::span<float> dx);

}  // namespace attn
