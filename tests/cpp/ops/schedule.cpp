#include "ops/schedule.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "gradient.hpp"

namespace attn::test {

TEST_CASE("schedule: every decay warms up linearly and reaches the peak at the last warm-up step") {
  for (const Decay decay : {Decay::constant, Decay::cosine, Decay::inverse_sqrt}) {
    const Schedule schedule{decay, 0.5f, 10, 100, 0.1f};
    CHECK(learning_rate(schedule, 1) == 0.05f);
    CHECK(learning_rate(schedule, 5) == 0.25f);
    CHECK(learning_rate(schedule, 10) == 0.5f);
    CHECK((learning_rate(schedule, 11) < 0.5f) == (decay != Decay::constant));
  }
}

TEST_CASE("schedule: cosine, against double, and constant after its end") {
  const Schedule schedule{Decay::cosine, 1e-3f, 20, 120, 1e-4f};
  for (int step = 20; step <= 120; ++step) {
    const double expected = 1e-4 + 9e-4 * (1 + std::cos(std::numbers::pi * (step - 20) / 100.0)) / 2;
    CHECK(difference(static_cast<double>(learning_rate(schedule, step)), expected) < 1e-10);
  }
  CHECK(learning_rate(schedule, 120) == 1e-4f);
  CHECK(learning_rate(schedule, 5000) == 1e-4f);
  CHECK(learning_rate({Decay::cosine, 1, 0, 0, 0.5f}, 3) == 0.5f);
}

TEST_CASE("schedule: inverse square root is equation 3 of the transformer's paper") {
  const double d_model = 512, warmup = 4000;
  const auto peak = static_cast<float>(1 / std::sqrt(d_model * warmup));
  const Schedule schedule{Decay::inverse_sqrt, peak, 4000, 0, 0};
  for (const int step : {1, 100, 3999, 4000, 4001, 16000, 100000}) {
    const double expected =
        std::pow(d_model, -0.5) * std::min(std::pow(step, -0.5), step * std::pow(warmup, -1.5));
    CHECK(relative_error(static_cast<double>(learning_rate(schedule, step)), expected) < 1e-6);
  }
  CHECK(learning_rate({Decay::inverse_sqrt, 0.5f, 0, 0, 0}, 4) == 0.25f);
  CHECK(learning_rate({Decay::constant, 0.5f, 0, 0, 0}, 1) == 0.5f);
}

TEST_CASE("schedule: a cosine that is over with the warm-up, or before") {
  for (const int n_steps : {5, 10}) {
    const Schedule schedule{Decay::cosine, 0.5f, 10, n_steps, 0.125f};
    CHECK(learning_rate(schedule, 9) == 0.45f);
    for (const int step : {10, 11, 1000}) CHECK(learning_rate(schedule, step) == 0.125f);
  }
}

}  // namespace attn::test
