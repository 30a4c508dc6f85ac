#include "ops/embedding.hpp"

#include <doctest/doctest.h>

#include "gradient.hpp"
#include "ops/linear.hpp"

namespace attn::test {
namespace {

constexpr int tokens[] = {4, 0, 4, 2, 4};
constexpr int vocab_size = 6;

}  // namespace

TEST_CASE("embedding: each token gets its row") {
  Pcg32 random(1);
  for (const int d : sizes) {
    const Matrix table(vocab_size, d, random);
    Matrix x(5, d);
    embedding_forward(tokens, table, x);
    for (int t = 0; t < 5; ++t) {
      CHECK(same_bits(x.view().rows_from(t, 1), table.view().rows_from(tokens[t], 1)));
    }
    CHECK(x.padding_untouched());
  }
}

TEST_CASE("embedding: a row gathers the gradients of all its tokens, added to what is there") {
  Pcg32 random(2);
  for (const int d : sizes) {
    const Matrix dx(5, d, random);
    Matrix dtable(vocab_size, d, [](int i, int j) { return static_cast<float>(i + j); });
    Doubles expected = doubles(dtable);
    for (std::size_t t = 0; t < 5; ++t) {
      for (int c = 0; c < d; ++c) {
        expected[static_cast<std::size_t>(tokens[t] * d + c)] +=
            -1.5 * static_cast<double>(dx(static_cast<int>(t), c));
      }
    }
    embedding_backward(tokens, dx, -1.5f, dtable);
    CHECK(difference(dtable, expected) < 5e-6);
    CHECK(dtable.padding_untouched());
    for (int c = 0; c < d; ++c) CHECK(dtable(1, c) == static_cast<float>(1 + c));  // token 1 does not occur
  }
}

// loss = sum_tv dlogits_tv logits_tv with logits = x table^T, x = rows of the same table.
TEST_CASE("embedding: tied with the unembedding, the table's gradient is the sum of both uses") {
  Pcg32 random(3);
  const int n = 5, d = 3;
  const Matrix table(vocab_size, d, random), dlogits(n, vocab_size, random);
  Matrix x(n, d), dx(n, d), dtable = zeros(vocab_size, d);
  Scratch scratch(linear_scratch_size(n, d, vocab_size));
  embedding_forward(tokens, table, x);
  linear_backward_input(dlogits, table, dx, scratch);
  linear_backward_weights(x, dlogits, dtable, {}, scratch);
  embedding_backward(tokens, dx, 1, dtable);
  const Doubles cotangent = doubles(dlogits);
  const auto loss = [&](const Doubles& w) {
    double sum = 0;
    for (std::size_t t = 0; t < 5; ++t) {
      for (std::size_t v = 0; v < vocab_size; ++v) {
        for (std::size_t c = 0; c < 3; ++c) {
          sum +=
              cotangent[t * vocab_size + v] * w[static_cast<std::size_t>(tokens[t]) * 3 + c] * w[v * 3 + c];
        }
      }
    }
    return sum;
  };
  CHECK(relative(dtable, central_differences(doubles(table), loss)) < 1e-6);
}

}  // namespace attn::test
