// What the text of the page quotes of softmax and of fitting, with the digits that it quotes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "compare.hpp"
#include "model/data/markov.hpp"
#include "ops/attention.hpp"
#include "ops/entropy.hpp"

namespace attn::test {
namespace {

struct Lookup {
  double entropy = 0, largest = 0, jacobian = 0;
};

// The Frobenius norm of dweights_i / dscores_j = w_i ([i = j] - w_j).
double jacobian_norm(std::span<const float> weights) {
  double squares = 0, cubes = 0;
  for (const float x : weights) {
    const auto w = static_cast<double>(x);
    squares += w * w;
    cubes += w * w * w;
  }
  return std::sqrt(std::max(squares - 2 * cubes + squares * squares, 0.0));
}

// A random query over 16 random keys, 1,000 times, under each scale: means, and the median of the Jacobian's
// norm, which half of the queries fall below.
std::vector<Lookup> random_lookups(int d_k, std::span<const float> scales) {
  constexpr int n_k = 16, n = 1000;
  Pcg32 random(1);
  Scratch scratch(attention_scratch_size(1, n_k, d_k, 1));
  Matrix scores(1, n_k), weights(1, n_k), output(1, 1);
  const Matrix v(n_k, 1, [](int, int) { return 0.0f; });
  std::vector<Lookup> means(scales.size());
  std::vector<std::vector<double>> norms(scales.size());
  for (int i = 0; i < n; ++i) {
    const Matrix q(1, d_k, random), k(n_k, d_k, random);
    for (std::size_t s = 0; s < scales.size(); ++s) {
      attention_forward(q, k, v, {.scale = scales[s]}, scores, weights, output, scratch);
      const std::span<const float> w(weights.view().row(0), n_k);
      norms[s].push_back(jacobian_norm(w));
      means[s].entropy += static_cast<double>(entropy_bits(w)) / n;
      means[s].largest += static_cast<double>(*std::ranges::max_element(w)) / n;
    }
  }
  for (std::size_t s = 0; s < scales.size(); ++s) {
    std::ranges::sort(norms[s]);
    means[s].jacobian = norms[s][n / 2];
  }
  return means;
}

// As printed: the last digit stands for what rounds to it.
void check_lookup(const Lookup& found, const Lookup& printed, double jacobian_digit) {
  CHECK(std::abs(found.entropy - printed.entropy) < 0.005);
  CHECK(std::abs(found.largest - printed.largest) < 0.005);
  CHECK(std::abs(found.jacobian - printed.jacobian) < jacobian_digit / 2);
}

}  // namespace

TEST_CASE("text 2.1: random lookups without a scale, with 1 / sqrt(d_k), with 1 / d_k") {
  const float of_64[] = {1, 1.0f / 8, 1.0f / 64}, of_512[] = {1, 1 / std::sqrt(512.0f), 1.0f / 512};
  const std::vector<Lookup> narrow = random_lookups(64, of_64), wide = random_lookups(512, of_512);
  check_lookup(narrow[0], {0.60, 0.84, 0.10}, 0.01);
  check_lookup(wide[0], {0.18, 0.95, 0.0004}, 0.0001);
  check_lookup(narrow[1], {3.40, 0.25, 0.30}, 0.01);
  check_lookup(wide[1], {3.40, 0.24, 0.30}, 0.01);
  CHECK(std::abs(narrow[2].entropy - 3.99) < 0.005);
  CHECK(std::abs(wide[2].entropy - 4.00) < 0.005);
  CHECK(std::abs(jacobian_norm(std::vector<float>{0.5f, 0.5f}) - 0.5) < 1e-15);
}

// Of fits with 16 outcomes to 1,000 samples, a half added to each count; (K - 1) / 2n = 0.0075. Over 2,000
// fits the mean has a deviation of 0.00006.
TEST_CASE("text 2.4: a fit is off by (K - 1) / 2n, and flatters itself by as much on its own samples") {
  constexpr int n_outcomes = 16, n_samples = 1000, n_fits = 2000;
  const MarkovTask source(n_outcomes, 2, 1);
  const std::span<const double> p = source.transition(0);
  Pcg32 random(5);
  double excess = 0, flattery = 0;
  for (int fit = 0; fit < n_fits; ++fit) {
    double counts[n_outcomes] = {};
    for (int i = 0; i < n_samples; ++i) ++counts[source.next(0, random)];
    for (std::size_t k = 0; k < n_outcomes; ++k) {
      const double q = (counts[k] + 0.5) / (n_samples + 0.5 * n_outcomes);
      excess += p[k] * std::log(p[k] / q) / n_fits;
      flattery += counts[k] / n_samples * std::log(q / p[k]) / n_fits;
    }
  }
  CHECK(std::abs(excess - 0.0073) < 0.00015);
  CHECK(std::abs(flattery - 0.0074) < 0.00015);
}

}  // namespace attn::test
