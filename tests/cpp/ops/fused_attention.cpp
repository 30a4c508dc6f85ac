#include "ops/fused_attention.hpp"

#include <doctest/doctest.h>

#include "attention_twin.hpp"

namespace attn::test {
namespace {

Matrix fused(const Matrix& q, const Matrix& k, const Matrix& v, const AttentionOptions& options) {
  const MatrixView<const float> query = q, key = k, value = v;
  Matrix output(query.rows, value.cols);
  Scratch scratch(fused_attention_scratch_size(query.rows, key.rows, key.cols, value.cols));
  fused_attention_forward(q, k, v, options, output, scratch);
  return output;
}

Matrix plain(const Matrix& q, const Matrix& k, const Matrix& v, const AttentionOptions& options) {
  const MatrixView<const float> query = q, key = k, value = v;
  Matrix weights(query.rows, key.rows), output(query.rows, value.cols);
  Scratch scratch(attention_scratch_size(query.rows, key.rows, key.cols, value.cols));
  attention_forward(q, k, v, options, weights, weights, output, scratch);
  return output;
}

Matrix copy(MatrixView<const float> x) {
  return Matrix(x.rows, x.cols, [&](int i, int j) { return x(i, j); });
}

}  // namespace

TEST_CASE("fused attention: every head size, length and mask, against double") {
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
        const Matrix output = fused(q, k, v, {scale, 0.9f, mask, allowed});
        const auto expected = expected_attention(q, k, v, static_cast<double>(scale),
                                                 static_cast<double>(0.9f), visible[static_cast<int>(mask)]);
        CAPTURE(n_q);
        CAPTURE(n_k);
        CAPTURE(d);
        CAPTURE(static_cast<int>(mask));
        CHECK(difference(output, expected.output) < 5e-6);
        CHECK(output.padding_untouched());
      }
    }
  }
}

TEST_CASE("fused attention: equals plain attention up to 4096 tokens") {
  Pcg32 random(2);
  for (const int n : {63, 64, 65, 127, 129, 500, 4096}) {
    const int d = n > 1000 ? 8 : 64;
    const Matrix q(n, d, random), k(n, d, random), v(n, d, random);
    const float scale = 1 / std::sqrt(static_cast<float>(d));
    for (const Mask mask : {Mask::none, Mask::causal}) {
      CAPTURE(n);
      CHECK(difference(fused(q, k, v, {scale, 1, mask}), plain(q, k, v, {scale, 1, mask})) < 5e-6);
    }
  }
}

TEST_CASE("fused attention: scratch grows with n, not with n^2") {
  const std::size_t one = fused_attention_scratch_size(4096, 4096, 64, 64);
  CHECK(one < 4096 * (64 + 64) * 5 / 4);
  CHECK(fused_attention_scratch_size(8192, 8192, 64, 64) <= 2 * one);
}

TEST_CASE("fused attention: scores that rise or fall from block to block") {
  Pcg32 random(3);
  const int n = 300;
  const Matrix q(9, 1, [](int i, int) { return i % 2 == 0 ? 1.0f : -1.0f; });
  const Matrix v(n, 5, random);
  for (const float slope : {0.01f, 0.3f, 5.0f, 100.0f}) {
    const Matrix k(n, 1, [=](int j, int) { return slope * static_cast<float>(j - n / 2); });
    CAPTURE(slope);
    CHECK(difference(fused(q, k, v, {}), expected_attention(q, k, v, 1, 1, all_visible()).output) < 5e-5);
  }
}

TEST_CASE("fused attention: the limits of temperature and of scores") {
  Pcg32 random(4);
  Matrix q(11, 8, random), k(70, 8, random);
  const Matrix v(70, 9, random), allowed = random_mask(11, 70, random);
  for (const float size : {0.0f, 1.0f, 1e4f, 1e20f, 3e38f}) {
    q(3, 0) = size;
    k(66, 0) = size;
    for (const float temperature : {0.0f, 1e-45f, 1e-30f, 1.0f, 1e30f, inf}) {
      if (size > 1e10f && temperature == inf) continue;  // plain scores overflow here, fused ones do not
      for (const Mask mask : masks) {
        const AttentionOptions options{1, temperature, mask, allowed};
        CAPTURE(size);
        CAPTURE(temperature);
        CHECK(difference(fused(q, k, v, options), plain(q, k, v, options)) < 5e-5);
      }
    }
  }
}

TEST_CASE("fused attention: of a key that may not be seen even the largest value counts for nothing") {
  Pcg32 random(9);
  const Matrix q(13, 8, random), k(70, 8, random);
  Matrix v(70, 9, random);
  const Matrix allowed(13, 70, [](int, int j) { return j == 5 || j == 66 ? 0.0f : 1.0f; });
  const AttentionOptions options{0.5f, 1, Mask::given, allowed};
  const Matrix without = fused(q, k, v, options);
  for (int c = 0; c < 9; ++c) v(5, c) = v(66, c) = 3e38f;
  CHECK(same_bits(fused(q, k, v, options), without));
}

TEST_CASE("fused attention: infinite and NaN entries as in plain attention") {
  Pcg32 random(5);
  for (const float poison : {inf, -inf, nan}) {
    for (const int where : {0, 1, 2}) {
      Matrix q(13, 8, random), k(70, 8, random), v(70, 9, random);
      const Matrix allowed(13, 70, [](int i, int j) { return i < 2 || (j != 5 && i < 12) ? 1.0f : 0.0f; });
      (where == 0 ? q(1, 3) : where == 1 ? k(5, 3) : v(5, 3)) = poison;
      for (const Mask mask : masks) {
        CAPTURE(poison);
        CAPTURE(where);
        CAPTURE(static_cast<int>(mask));
        const AttentionOptions options{0.5f, 1, mask, allowed};
        CHECK(difference(fused(q, k, v, options), plain(q, k, v, options)) < 5e-6);
      }
    }
  }
}

TEST_CASE("fused attention: a causal pass has the bits of passes over every prefix") {
  Pcg32 random(6);
  const int n = 141;
  const Matrix q(n, 8, random, 3), k(n, 8, random), v(n, 12, random);
  const Matrix whole = fused(q, k, v, {1, 0.8f, Mask::causal});
  for (int t = 1; t <= n; ++t) {
    const Matrix prefix = fused(copy(q.view().rows_from(0, t)), copy(k.view().rows_from(0, t)),
                                copy(v.view().rows_from(0, t)), {1, 0.8f, Mask::causal});
    CAPTURE(t);
    CHECK(same_bits(prefix, whole.view().rows_from(0, t)));
    const Matrix last = fused(copy(q.view().rows_from(t - 1, 1)), copy(k.view().rows_from(0, t)),
                              copy(v.view().rows_from(0, t)), {1, 0.8f});
    CHECK(same_bits(last, whole.view().rows_from(t - 1, 1)));
  }
}

TEST_CASE("fused attention: the same bits on every machine") {
  Pcg32 random(7);
  const Matrix q(70, 33, random), k(130, 33, random), v(130, 17, random);
  BitHash hash;
  const Matrix output = fused(q, k, v, {0.2f, 1, Mask::causal});
  for (int i = 0; i < 70; ++i) {
    for (int c = 0; c < 17; ++c) hash.add(output(i, c));
  }
  CHECK(hash.value() == 2914238036u);
}

}  // namespace attn::test
