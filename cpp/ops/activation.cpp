#include "ops/activation.hpp"

#include "ops/elementary_batch.hpp"
#include "ops/lanes.hpp"

namespace attn {
namespace {

constexpr float cubic = 0.044715f;
constexpr float two_root_two_over_pi = 1.5957691216f;
constexpr float inverse_root_two_pi = 0.3989422804f;

// Beyond +-14 a GELU has long reached 0 or x, its slope 0 or 1; there inf would meet 0. NaN stays.
constexpr float limit = 14;
Batch at_least_minus_limit(Batch x) { return max(x, Batch(-limit)); }
Batch limited(Batch x) { return -at_least_minus_limit(-at_least_minus_limit(x)); }

struct Relu {
  static Batch value(Batch x) { return max(x, Batch(0.0f)); }
  static Batch slope(Batch x) { return select(x > 0.0f, Batch(1.0f), select(x == x, Batch(0.0f), x)); }
};

// x s(u) with the sigmoid s and u = 2 sqrt(2 / pi) (x + 0.044715 x^3). With e = e^-|u| <= 1 nothing
// overflows, and s, 1 - s are 1 / (1 + e) and e / (1 + e): neither is a difference.
struct GeluTanh {
  static Batch value(Batch x) {
    const Batch at = limited(x), e = decay(at);
    return at_least_minus_limit(x) * (select(at < 0.0f, e, Batch(1.0f)) / (e + 1.0f));
  }
  static Batch slope(Batch x) {
    x = limited(x);
    const Batch e = decay(x), larger = 1.0f / (e + 1.0f), smaller = e * larger;
    const Batch du = (x * x * (3 * cubic) + 1.0f) * two_root_two_over_pi;
    return select(x < 0.0f, smaller, larger) + x * larger * smaller * du;
  }
  static Batch decay(Batch x) {
    const Batch u = x * (x * x * cubic + 1.0f) * two_root_two_over_pi;
    return exp(-max(u, -u));
  }
};

struct GeluExact {
  static Batch value(Batch x) { return at_least_minus_limit(x) * normal_cdf(limited(x)); }
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
