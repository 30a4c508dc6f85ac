#include "ops/init.hpp"

#include <doctest/doctest.h>

#include "gradient.hpp"

namespace attn::test {
namespace {

Matrix filled(Init init, int n_out, int n_in, bool residual, std::uint64_t seed) {
  Pcg32 random(seed);
  Matrix w(n_out, n_in);
  fill_weights(init, w, residual, 8, random);
  return w;
}

double mean_square(const Matrix& w) {
  return dot(doubles(w), doubles(w)) / static_cast<double>(w.view().rows * w.view().cols);
}

}  // namespace

TEST_CASE("init: xavier is uniform within sqrt(6 / (n_in + n_out)), with the variance that goes with it") {
  for (const bool residual : {false, true}) {
    const Matrix w = filled(Init::xavier_uniform, 100, 200, residual, 1);
    const double bound = std::sqrt(6.0 / 300);
    double largest = 0, sum = 0;
    for (const double x : doubles(w)) largest = std::max(largest, std::abs(x)), sum += x;
    CHECK(largest <= bound * (1 + 1e-7));
    CHECK(largest > 0.99 * bound);
    CHECK(std::abs(sum / 20000) < 0.02 * bound);
    CHECK(relative_error(mean_square(w), 2.0 / 300) < 0.02);
    CHECK(w.padding_untouched());
  }
}

TEST_CASE("init: gpt2 is normal with deviation 0.02, residual projections by sqrt(2 n_layers) less") {
  CHECK(relative_error(mean_square(filled(Init::gpt2, 100, 200, false, 1)), 4e-4) < 0.03);
  CHECK(relative_error(mean_square(filled(Init::gpt2, 100, 200, true, 1)), 4e-4 / 16) < 0.03);
}

TEST_CASE("init: the seed decides, to the bit, whatever lies between the rows") {
  for (const Init init : {Init::xavier_uniform, Init::gpt2}) {
    const Matrix a = filled(init, 5, 7, false, 1), b = filled(init, 5, 7, false, 1),
                 c = filled(init, 5, 7, false, 2);
    CHECK(same_bits(a, b));
    CHECK_FALSE(same_bits(a, c));
  }
  Pcg32 one(3), other(3);
  Matrix row(1, 6), rows(3, 2);
  fill_weights(Init::gpt2, row, false, 1, one);
  fill_weights(Init::gpt2, rows, false, 1, other);
  for (int j = 0; j < 6; ++j) CHECK(row(0, j) == rows(j / 2, j % 2));
}

}  // namespace attn::test
