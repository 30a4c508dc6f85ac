#include "ops/matmul.hpp"

#include <doctest/doctest.h>

#include "compare.hpp"

namespace attn::test {
namespace {

constexpr int sizes[] = {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33};

// The twin in double, and beside it what the kernel promises bit for bit: one float accumulator, k upwards.
void check_product(int m, int k, int n, bool transposed, Pcg32& random) {
  const Matrix a(m, k, random);
  const Matrix b = transposed ? Matrix(n, k, random) : Matrix(k, n, random);
  Matrix c(m, n);
  Scratch scratch(matmul_scratch_size(k));
  (transposed ? matmul_transposed : matmul)(a, b, c, scratch, no_diagonal);

  double worst = 0;
  bool in_order = true;
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      double expected = 0;
      volatile float sequential = 0;
      for (int t = 0; t < k; ++t) {
        const float b_tj = transposed ? b(j, t) : b(t, j);
        expected += static_cast<double>(a(i, t)) * static_cast<double>(b_tj);
        volatile const float product = a(i, t) * b_tj;
        sequential = sequential + product;
      }
      worst = std::max(worst, difference(static_cast<double>(c(i, j)), expected));
      in_order = in_order && same_bits(c(i, j), sequential);
    }
  }
  CAPTURE(m);
  CAPTURE(k);
  CAPTURE(n);
  CHECK(worst < 1e-5);
  CHECK(in_order);
  CHECK(c.padding_untouched());
}

}  // namespace

TEST_CASE("matmul: every size, against double, and each sum in order of k") {
  Pcg32 random(1);
  for (const int m : sizes) {
    for (const int k : sizes) {
      for (const int n : sizes) check_product(m, k, n, false, random);
    }
  }
}

TEST_CASE("matmul_transposed: every size, against double, and each sum in order of k") {
  Pcg32 random(2);
  for (const int m : sizes) {
    for (const int k : sizes) {
      for (const int n : sizes) check_product(m, k, n, true, random);
    }
  }
}

TEST_CASE("matmul: what is 0 right of a diagonal is left out without a changed bit") {
  Pcg32 random(5);
  const int n = 11;
  for (const int m : sizes) {
    for (const int k : sizes) {
      for (const int diagonal : {-40, -6, -1, 0, 1, 7, 40}) {
        Matrix a(m, k, random), c(m, n), expected(m, n);
        const Matrix b(k, n, random);
        for (int i = 0; i < m; ++i) {
          for (int t = std::max(0, i + 1 + diagonal); t < k; ++t) a(i, t) = 0;
        }
        Scratch scratch(matmul_scratch_size(k));
        matmul(a, b, expected, scratch);
        matmul(a, b, c, scratch, diagonal);
        CHECK(same_bits(c, expected));
        CHECK(c.padding_untouched());
      }
    }
  }
}

TEST_CASE("matmul_transposed: left of a diagonal there is every bit of the whole") {
  Pcg32 random(6);
  const int k = 5;
  for (const int m : sizes) {
    for (const int n : sizes) {
      for (const int diagonal : {-40, -6, -1, 0, 1, 7, 40}) {
        const Matrix a(m, k, random), b(n, k, random);
        Matrix c(m, n), whole(m, n);
        Scratch scratch(matmul_scratch_size(k));
        matmul_transposed(a, b, whole, scratch);
        matmul_transposed(a, b, c, scratch, diagonal);
        bool same = true;
        for (int i = 0; i < m; ++i) {
          for (int j = 0; j < n && j <= i + diagonal; ++j) same = same && same_bits(c(i, j), whole(i, j));
        }
        CHECK(same);
        CHECK(c.padding_untouched());
      }
    }
  }
}

TEST_CASE("matmul: a NaN stays in its row and its column") {
  Pcg32 random(3);
  Matrix a(9, 5, random), b(5, 17, random), c(9, 17);
  a(4, 2) = nan;
  b(3, 11) = nan;
  Scratch scratch(matmul_scratch_size(5));
  matmul(a, b, c, scratch);
  bool right = true;
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 17; ++j) right = right && std::isnan(c(i, j)) == (i == 4 || j == 11);
  }
  CHECK(right);
}

TEST_CASE("matmul: a column of a wider matrix is written alone") {
  Pcg32 random(4);
  const Matrix a(6, 3, random), b(3, 4, random);
  Matrix wide(6, 12);
  Scratch scratch(matmul_scratch_size(3));
  matmul(a, b, wide.view().columns_from(4, 4), scratch);
  bool right = true;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 12; ++j) right = right && std::isnan(wide(i, j)) == (j < 4 || j >= 8);
  }
  CHECK(right);
}

}  // namespace attn::test
