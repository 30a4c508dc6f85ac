#include "ops/transposed_product.hpp"

#include <doctest/doctest.h>

#include "gradient.hpp"

namespace attn::test {
namespace {

void add_product(MatrixView<const float> a, MatrixView<const float> b, Matrix& c) {
  Scratch scratch(transposed_product_scratch_size(a.rows, a.cols));
  add_transposed_product(a, b, c, scratch);
}

// The twin in double, and what the kernel promises bit for bit: the old value first, then the tokens in
// order.
void check_product(int n_tokens, int m, int n, Pcg32& random) {
  const Matrix a(n_tokens, m, random), b(n_tokens, n, random), before(m, n, random);
  Matrix c = copy_of(before);
  add_product(a, b, c);
  double worst = 0;
  bool in_order = true;
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      auto expected = static_cast<double>(before(i, j));
      volatile float sequential = before(i, j);
      for (int t = 0; t < n_tokens; ++t) {
        expected += static_cast<double>(a(t, i)) * static_cast<double>(b(t, j));
        volatile const float product = a(t, i) * b(t, j);
        sequential = sequential + product;
      }
      worst = std::max(worst, difference(static_cast<double>(c(i, j)), expected));
      in_order = in_order && same_bits(c(i, j), sequential);
    }
  }
  CAPTURE(n_tokens);
  CAPTURE(m);
  CAPTURE(n);
  CHECK(worst < 1e-5);
  CHECK(in_order);
  CHECK(c.padding_untouched());
}

}  // namespace

TEST_CASE("transposed product: every size, against double, and each sum in order of tokens") {
  Pcg32 random(1);
  for (const int n_tokens : sizes) {
    for (const int m : sizes) {
      for (const int n : sizes) check_product(n_tokens, m, n, random);
    }
  }
}

TEST_CASE("transposed product: what is 0 right of a diagonal is left out without a changed bit") {
  Pcg32 random(5);
  const int n = 19;
  for (const int n_tokens : {1, 4, 9, 33, 150}) {
    for (const int m : sizes) {
      for (const int diagonal : {-140, -6, -1, 0, 1, 7, 140}) {
        Matrix a(n_tokens, m, random);
        const Matrix b(n_tokens, n, random);
        for (int t = 0; t < n_tokens; ++t) {
          for (int i = std::max(0, t + 1 + diagonal); i < m; ++i) a(t, i) = 0;
        }
        Matrix c = zeros(m, n), expected = zeros(m, n);
        add_product(a, b, expected);
        Scratch scratch(transposed_product_scratch_size(n_tokens, m));
        add_transposed_product(a, b, c, scratch, diagonal);
        CHECK(same_bits(c, expected));
        CHECK(c.padding_untouched());
      }
    }
  }
}

TEST_CASE("transposed product: sequences cut anywhere give the bits of the whole") {
  Pcg32 random(2);
  const int n_tokens = 300, m = 11, n = 21;
  const Matrix a(n_tokens, m, random), b(n_tokens, n, random);
  Matrix whole = zeros(m, n);
  add_product(a, b, whole);
  for (const int length : {1, 7, 64, 127, 128, 129, 256, 299}) {
    Matrix cut = zeros(m, n);
    for (int t = 0; t < n_tokens; t += length) {
      const int count = std::min(length, n_tokens - t);
      add_product(a.view().rows_from(t, count), b.view().rows_from(t, count), cut);
    }
    CAPTURE(length);
    CHECK(same_bits(cut, whole));
  }
}

TEST_CASE("transposed product: a NaN stays in its row and its column") {
  Pcg32 random(3);
  Matrix a(6, 9, random), b(6, 17, random), c = zeros(9, 17);
  a(4, 2) = nan;
  b(3, 11) = nan;
  add_product(a, b, c);
  bool right = true;
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 17; ++j) right = right && std::isnan(c(i, j)) == (i == 2 || j == 11);
  }
  CHECK(right);
}

}  // namespace attn::test
