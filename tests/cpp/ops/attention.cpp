#include "ops/attention.hpp"

#include <doctest/doctest.h>

#include "attention_twin.hpp"

namespace attn::test {
namespace {

struct Result {
  Matrix scores, weights, output;
};

Result attend(const Matrix& q, const Matrix& k, const Matrix& v, const AttentionOptions& options) {
  const MatrixView<const float> query = q, key = k, value = v;
  Result result{Matrix(query.rows, key.rows), Matrix(query.rows, key.rows), Matrix(query.rows, value.cols)};
  Scratch scratch(attention_scratch_size(query.rows, key.rows, key.cols, value.cols));
  attention_forward(q, k, v, options, result.scores, result.weights, result.output, scratch);
  return result;
}

Matrix copy(MatrixView<const float> x) {
  return Matrix(x.rows, x.cols, [&](int i, int j) { return x(i, j); });
}

float entropy(const Matrix& weights) {
  float sum = 0;
  for (int j = 0; j < weights.view().cols; ++j) sum -= weights(0, j) * std::log(weights(0, j));
  return sum;
}

}  // namespace

TEST_CASE("attention: every head size, length and mask, against double") {
  Pcg32 random(1);
  for (const auto& [n_q, n_k] : lengths) {
    for (const int d : head_sizes) {
      const int d_v = d % 5 == 2 ? d + 3 : d;
      const Matrix q(n_q, d, random), k(n_k, d, random), v(n_k, d_v, random);
      const Matrix allowed = random_mask(n_q, n_k, random);
      const Visible visible[] = {all_visible(), causally_visible(n_q, n_k),
                                 [&](int i, int j) { return allowed(i, j) == 1; }};
      for (const Mask mask : masks) {
        const float scale = 1 / std::sqrt(static_cast<float>(d));
        const Result result = attend(q, k, v, {scale, 0.9f, mask, allowed});
        const auto expected = expected_attention(q, k, v, static_cast<double>(scale),
                                                 static_cast<double>(0.9f), visible[static_cast<int>(mask)]);
        CAPTURE(n_q);
        CAPTURE(n_k);
        CAPTURE(d);
        CAPTURE(static_cast<int>(mask));
        CHECK(difference(result.weights, expected.weights) < 2e-6);
        CHECK(difference(result.output, expected.output) < 5e-6);
        CHECK(result.scores.padding_untouched());
        CHECK(result.weights.padding_untouched());
        CHECK(result.output.padding_untouched());
      }
    }
  }
}

TEST_CASE("attention: peaky weights, against double") {
  Pcg32 random(2);
  const Matrix q(20, 64, random, 5), k(30, 64, random), v(30, 64, random);
  const Result result = attend(q, k, v, {0.125f});
  CHECK(difference(result.output, expected_attention(q, k, v, 0.125, 1, all_visible()).output) < 5e-5);
}

TEST_CASE("attention: causal weights above the diagonal are exactly 0, whatever the key or value there") {
  Pcg32 random(3);
  for (const auto& [n_q, n_k] : lengths) {
    const Matrix q(n_q, 5, random);
    Matrix k(n_k, 5, random), v(n_k, 9, random);
    const AttentionOptions options{1, 1, Mask::causal};
    const Result clean = attend(q, k, v, options);
    for (int i = 0; i < n_q; ++i) {
      const int n_seen = std::clamp(i + 1 + n_k - n_q, 0, n_k);
      CHECK(causal_keys(i, n_q, n_k) == n_seen);
      for (int j = 0; j < n_k; ++j) {
        CHECK((clean.weights(i, j) == 0) == (j >= n_seen));
        CHECK((clean.scores(i, j) == -inf) == (j >= n_seen));
      }
    }
    if (n_k < 2) continue;
    for (const float poison : {nan, inf}) {
      for (int c = 0; c < 5; ++c) k(n_k - 1, c) = poison;
      for (int c = 0; c < 9; ++c) v(n_k - 1, c) = poison;
      const Result poisoned = attend(q, k, v, options);
      const int last = n_q - 1;
      CHECK(same_bits(clean.weights.view().rows_from(0, last), poisoned.weights.view().rows_from(0, last)));
      CHECK(same_bits(clean.output.view().rows_from(0, last), poisoned.output.view().rows_from(0, last)));
    }
  }
}

TEST_CASE("attention: a mask of 1 lets a query see, 0 hides key and value") {
  const Matrix q(1, 1, [](int, int) { return 1.0f; }),
      allowed(1, 3, [](int, int j) { return j == 1 ? 0.0f : 1.0f; });
  const Matrix k(3, 1, [](int j, int) { return j == 1 ? nan : 2.0f; });
  const Matrix v(3, 1, [](int j, int) { return j == 0 ? 4.0f : j == 1 ? inf : 8.0f; });
  const Result result = attend(q, k, v, {1, 1, Mask::given, allowed});
  CHECK(result.scores(0, 1) == -inf);
  CHECK(difference(result.weights, std::vector<double>{0.5, 0, 0.5}) == 0);
  CHECK(result.output(0, 0) == 6);
}

TEST_CASE("attention: a query that sees nothing has weights 0 and output 0") {
  Pcg32 random(4);
  const Matrix q(2, 3, random), k(4, 3, random),
      allowed(2, 4, [](int i, int) { return static_cast<float>(i); });
  Matrix v(4, 3, random);
  for (const float entry : {1.0f, nan}) {
    for (const float temperature : {0.0f, 1.0f, inf}) {
      v(2, 1) = entry;
      const Result result = attend(q, k, v, {1, temperature, Mask::given, allowed});
      for (int j = 0; j < 4; ++j) CHECK(same_bits(result.weights(0, j), 0.0f));
      for (int c = 0; c < 3; ++c) CHECK(same_bits(result.output(0, c), 0.0f));
      CHECK(result.weights(1, 0) + result.weights(1, 1) + result.weights(1, 2) + result.weights(1, 3) >
            0.99f);
    }
  }
}

TEST_CASE("attention: a causal pass has the bits of passes over every prefix") {
  Pcg32 random(5);
  const int n = 37;
  const Matrix q(n, 8, random), k(n, 8, random), v(n, 8, random);
  const Result whole = attend(q, k, v, {0.3f, 0.8f, Mask::causal});
  for (int t = 1; t <= n; ++t) {
    const Result prefix = attend(copy(q.view().rows_from(0, t)), copy(k.view().rows_from(0, t)),
                                 copy(v.view().rows_from(0, t)), {0.3f, 0.8f, Mask::causal});
    CAPTURE(t);
    CHECK(same_bits(prefix.output, whole.output.view().rows_from(0, t)));
    CHECK(same_bits(prefix.weights, whole.weights.view().rows_from(0, t).columns_from(0, t)));
  }
}

TEST_CASE("attention: temperature flattens, scale sharpens") {
  Pcg32 random(6);
  const Matrix q(1, 8, random), k(10, 8, random), v(10, 2, random);
  float before = -1;
  for (const float temperature : {0.25f, 0.5f, 1.0f, 2.0f, 8.0f}) {
    const float now = entropy(attend(q, k, v, {0.35f, temperature}).weights);
    CHECK(now > before);
    before = now;
  }
  before = 10;
  for (const float scale : {0.05f, 0.1f, 0.35f, 1.0f}) {
    const float now = entropy(attend(q, k, v, {scale, 1}).weights);
    CHECK(now < before);
    before = now;
  }
  CHECK(same_bits(attend(q, k, v, {0.5f, 2}).weights, attend(q, k, v, {0.25f, 1}).weights));
}

TEST_CASE("attention: temperature 0 copies the best value, infinity gives the mean") {
  const Matrix q(1, 1, [](int, int) { return 1.0f; }),
      k(4, 1, [](int j, int) { return static_cast<float>(j % 3); });
  const Matrix v(4, 1, [](int j, int) { return static_cast<float>(1 << j); });
  CHECK(attend(q, k, v, {1, 0}).output(0, 0) == 4);
  CHECK(attend(q, k, v, {1, 1e-30f}).output(0, 0) == 4);
  CHECK(attend(q, k, v, {1, inf}).output(0, 0) == 3.75f);
}

TEST_CASE("attention: NaN in a query stays in its row; weights may take the place of scores") {
  Pcg32 random(7);
  Matrix q(5, 4, random);
  const Matrix k(6, 4, random), v(6, 3, random);
  q(2, 1) = nan;
  const Result result = attend(q, k, v, {});
  for (int i = 0; i < 5; ++i) CHECK(std::isnan(result.output(i, 0)) == (i == 2));
  Matrix weights(5, 6), output(5, 3);
  Scratch scratch(attention_scratch_size(5, 6, 4, 3));
  attention_forward(q, k, v, {}, weights, weights, output, scratch);
  CHECK(same_bits(weights, result.weights));
  CHECK(same_bits(output, result.output));
}

TEST_CASE("attention: several heads are one head on each part of the columns") {
  Pcg32 random(8);
  const int n_heads = 3, n_q = 4, n_k = 6, d = 5, d_v = 2;
  const Matrix q(n_q, n_heads * d, random), k(n_k, n_heads * d, random), v(n_k, n_heads * d_v, random);
  Matrix scores(n_heads * n_q, n_k), weights(n_heads * n_q, n_k), output(n_q, n_heads * d_v);
  Scratch scratch(attention_scratch_size(n_q, n_k, d, d_v));
  const AttentionOptions options{0.4f, 1, Mask::causal};
  multi_head_attention_forward(q, k, v, n_heads, options, scores, weights, output, scratch);
  for (int h = 0; h < n_heads; ++h) {
    const Result head = attend(copy(q.view().columns_from(h * d, d)), copy(k.view().columns_from(h * d, d)),
                               copy(v.view().columns_from(h * d_v, d_v)), options);
    CHECK(same_bits(head.scores, scores.view().rows_from(h * n_q, n_q)));
    CHECK(same_bits(head.weights, weights.view().rows_from(h * n_q, n_q)));
    CHECK(same_bits(head.output, output.view().columns_from(h * d_v, d_v)));
  }
}

}  // namespace attn::test
