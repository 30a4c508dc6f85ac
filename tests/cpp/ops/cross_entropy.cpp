#include "ops/cross_entropy.hpp"

#include <doctest/doctest.h>

#include "gradient.hpp"

namespace attn::test {
namespace {

// The twin of one row: ln sum_j exp(x_j - x_target), which needs no maximum in double.
double twin_loss(const Doubles& x, int target) {
  double sum = 0;
  for (const double x_j : x) sum += std::exp(x_j - x[static_cast<std::size_t>(target)]);
  return std::log(sum);
}

Doubles twin_gradient(const Doubles& x, int target) {
  Doubles dx;
  for (std::size_t j = 0; j < x.size(); ++j) {
    double sum = 0;
    for (const double x_l : x) sum += std::exp(x_l - x[j]);
    dx.push_back(1 / sum - (static_cast<int>(j) == target ? 1 : 0));
  }
  return dx;
}

struct Result {
  Matrix probs, losses;
  int n_counted;
};

Result run(const Matrix& logits, std::span<const int> targets) {
  Result r{Matrix(logits.view().rows, logits.view().cols), Matrix(1, logits.view().rows), 0};
  r.n_counted = cross_entropy_forward(logits, targets, span_of(r.losses), r.probs);
  return r;
}

float loss_of(std::initializer_list<float> logits, int target) {
  const Matrix x(1, static_cast<int>(logits.size()), [&](int, int j) { return logits.begin()[j]; });
  return run(x, {&target, 1}).losses(0, 0);
}

}  // namespace

TEST_CASE("cross-entropy: the double gradient, against central differences") {
  Pcg32 random(1);
  const Doubles x = doubles(Matrix(1, 9, random, 2));
  for (const int target : {0, 4, 8}) {
    CHECK(relative(twin_gradient(x, target),
                   central_differences(x, [&](const Doubles& at) { return twin_loss(at, target); })) < 1e-6);
  }
}

TEST_CASE("cross-entropy: every size of vocabulary, against double, gradient in place too") {
  Pcg32 random(2);
  for (const int n : lengths_of_rows()) {
    const Matrix logits(3, n, random, 2);
    const int targets[] = {n - 1, ignored_target,
                           static_cast<int>(random.below(static_cast<std::uint32_t>(n)))};
    Result r = run(logits, targets);
    Matrix dlogits(3, n);
    cross_entropy_backward(r.probs, targets, 0.5f, dlogits);
    CAPTURE(n);
    CHECK(r.n_counted == 2);
    CHECK(same_bits(r.losses(0, 1), 0.0f));
    for (int j = 0; j < n; ++j) CHECK(same_bits(dlogits(1, j), 0.0f));
    for (const int i : {0, 2}) {
      const Doubles x = doubles(logits.view().rows_from(i, 1));
      const double loss = twin_loss(x, targets[i]);
      Doubles gradient = twin_gradient(x, targets[i]);
      for (double& d : gradient) d *= 0.5;
      CHECK(difference(static_cast<double>(r.losses(0, i)), loss) < 1e-6 * std::max(1.0, loss));
      CHECK(difference(dlogits.view().rows_from(i, 1), gradient) < 1e-6);
    }
    CHECK(r.probs.padding_untouched());
    CHECK(r.losses.padding_untouched());
    CHECK(dlogits.padding_untouched());
    cross_entropy_backward(r.probs, targets, 0.5f, r.probs);
    CHECK(same_bits(r.probs, dlogits));
  }
}

TEST_CASE("cross-entropy: a target of probability 1e-30 costs 69.08 nats, of 1e-60 twice that") {
  const auto log_1e30 = static_cast<float>(30 * std::log(10.0));
  CHECK(loss_of({log_1e30, 0}, 1) == doctest::Approx(69.0776).epsilon(1e-6));
  CHECK(loss_of({2 * log_1e30, 0}, 1) == doctest::Approx(138.1551).epsilon(1e-6));
  CHECK(loss_of({log_1e30, 0}, 0) == 0);
  CHECK(loss_of({1e4f, -1e4f, 0}, 1) == 2e4f);
}

TEST_CASE("cross-entropy: equal logits cost ln n, a constant added changes nothing") {
  CHECK(loss_of({7, 7, 7, 7}, 2) == static_cast<float>(std::log(4.0)));
  CHECK(loss_of({1, 2, 4, 3, 0}, 3) == loss_of({1025, 1026, 1028, 1027, 1024}, 3));
}

TEST_CASE("cross-entropy: infinite logits and NaN") {
  CHECK(loss_of({1, -inf, 2}, 1) == inf);
  CHECK(loss_of({-inf, 5, -inf}, 1) == 0);
  CHECK(loss_of({inf, 5, inf}, 2) == static_cast<float>(std::log(2.0)));
  CHECK(loss_of({inf, 5, inf}, 1) == inf);
  CHECK(loss_of({-inf, -inf}, 0) == inf);
  CHECK(std::isnan(loss_of({1, nan, 2, 3, 4, 5}, 4)));
  const Matrix logits(3, 2, [](int i, int j) { return i == 1 && j == 1 ? nan : 1.0f; });
  const int targets[] = {0, 0, 0};
  const Result r = run(logits, targets);
  for (int i = 0; i < 3; ++i) CHECK(std::isnan(r.losses(0, i)) == (i == 1));
}

TEST_CASE("cross-entropy: all targets ignored count none") {
  Pcg32 random(3);
  const Matrix logits(2, 5, random);
  const int targets[] = {ignored_target, ignored_target};
  const Result r = run(logits, targets);
  CHECK(r.n_counted == 0);
  CHECK(r.losses(0, 0) + r.losses(0, 1) == 0);
}

}  // namespace attn::test
