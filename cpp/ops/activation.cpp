#include "ops/activation.hpp"

#include "ops/elementary_batch.hpp"
#include "ops/lanes.hpp"

namespace attn {
namespace {

constexpr float cubic = 0.044715f;
constexpr float two_root_two_over_pi = 1.5957691216f;
constexpr float inverse_root_two_pi = 0.3989422804f;

// |x| at most 14, where a GELU and its slope have long reached 0 or x: inf times 0 is kept out. NaN stays.
Batch limited(Batch x) {
  x = max(x, Batch(-14.0f));
  return -max(-x, Batch(-14.0f));
}

Batch sigmoid(Batch x) { return 1.0f / (exp(-x) + 1.0f); }

// The share of x that passes the gate, and the slope of the whole.
struct Relu {
  static Batch value(Batch x) { return max(x, Batch(0.0f)); }
  static Batch slope(Batch x) { return select(x > 0.0f, Batch(1.0f), select(x == x, Batch(0.0f), x)); }
};

struct GeluTanh {
  static Batch gate(Batch x) { return sigmoid(x * two_root_two_over_pi * (x * x * cubic + 1.0f)); }
  static Batch value(Batch x) { return x * gate(limited(x)); }
  static Batch slope(Batch x) {
    x = limited(x);
    const Batch s = gate(x);
    return s + x * s * (1.0f - s) * (x * x * (3 * cubic) + 1.0f) * two_root_two_over_pi;
  }
};

struct GeluExact {
  static Batch value(Batch x) { return x * normal_cdf(limited(x)); }
  static Batch slope(Batch x) {
    x = limited(x);
    const Batch density = gauss(x);
    return normal_cdf(x, density) + x * density * inverse_root_two_pi;
  }
};

template <typename Visit>
void with(Activation activation, Visit visit) {
  switch (activation) {
    case Activation::relu:
      return visit(Relu{});
    case Activation::gelu_tanh:
      return visit(GeluTanh{});
    case Activation::gelu_exact:
      return visit(GeluExact{});
  }
}

}  // namespace

void activation_forward(Activation activation, std::span<const float> x, std::span<float> y) {
  with(activation, [&](auto f) {
    for_lanes(x.size(), [&](auto at) { at.store(y.data(), f.value(at.load(x.data()))); });
  });
}

void activation_backward(Activation activation, std::span<const float> x, std::span<const float> dy,
                         std::span<float> dx) {
  with(activation, [&](auto f) {
    for_lanes(x.size(),
              [&](auto at) { at.store(dx.data(), at.load(dy.data()) * f.slope(at.load(x.data()))); });
  });
}

}  // namespace attn
