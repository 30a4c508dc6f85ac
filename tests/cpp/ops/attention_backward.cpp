#include "ops/attention_backward.hpp"

#include <doctest/doctest.h>

#include "attention_twin.hpp"
#include "gradient.hpp"

namespace attn::test {
namespace {

struct Shape {
  int n_q, n_k, d_k, d_v;
};

std::size_t at(int i, int n, int j) { return static_cast<std::size_t>(i * n + j); }

// The twin: output and weights from plain vectors, and gradients written out index by index.
struct Twin {
  Shape s;
  double scale, temperature;
  Visible visible;

  Doubles weights(const Doubles& q, const Doubles& k) const {
    Doubles w(at(s.n_q, s.n_k, 0));
    for (int i = 0; i < s.n_q; ++i) {
      double sum = 0;
      for (int j = 0; j < s.n_k; ++j) {
        double score = 0;
        for (int c = 0; c < s.d_k; ++c) score += q[at(i, s.d_k, c)] * k[at(j, s.d_k, c)];
        w[at(i, s.n_k, j)] = visible(i, j) ? std::exp(score * scale / temperature) : 0;
        sum += w[at(i, s.n_k, j)];
      }
      for (int j = 0; j < s.n_k && sum > 0; ++j) w[at(i, s.n_k, j)] /= sum;
    }
    return w;
  }

  Doubles output(const Doubles& q, const Doubles& k, const Doubles& v) const {
    const Doubles w = weights(q, k);
    Doubles o(at(s.n_q, s.d_v, 0));
    for (int i = 0; i < s.n_q; ++i) {
      for (int j = 0; j < s.n_k; ++j) {
        for (int c = 0; c < s.d_v; ++c) o[at(i, s.d_v, c)] += w[at(i, s.n_k, j)] * v[at(j, s.d_v, c)];
      }
    }
    return o;
  }

  struct Gradients {
    Doubles dweights, dscores, dq, dk, dv;
  };

  Gradients backward(const Doubles& q, const Doubles& k, const Doubles& v, const Doubles& doutput) const {
    const Doubles w = weights(q, k);
    Gradients g{Doubles(w.size()), Doubles(w.size()), Doubles(q.size()), Doubles(k.size()),
                Doubles(v.size())};
    for (int i = 0; i < s.n_q; ++i) {
      for (int j = 0; j < s.n_k; ++j) {
        if (!visible(i, j)) continue;
        for (int c = 0; c < s.d_v; ++c) {
          g.dweights[at(i, s.n_k, j)] += doutput[at(i, s.d_v, c)] * v[at(j, s.d_v, c)];
          g.dv[at(j, s.d_v, c)] += w[at(i, s.n_k, j)] * doutput[at(i, s.d_v, c)];
        }
      }
      for (int j = 0; j < s.n_k; ++j) {
        double& dscore = g.dscores[at(i, s.n_k, j)];
        for (int l = 0; l < s.n_k; ++l) {
          dscore +=
              g.dweights[at(i, s.n_k, l)] * w[at(i, s.n_k, l)] * ((j == l ? 1 : 0) - w[at(i, s.n_k, j)]);
        }
        dscore /= temperature;
        for (int c = 0; c < s.d_k; ++c) {
          g.dq[at(i, s.d_k, c)] += scale * dscore * k[at(j, s.d_k, c)];
          g.dk[at(j, s.d_k, c)] += scale * dscore * q[at(i, s.d_k, c)];
        }
      }
    }
    return g;
  }
};

struct Result {
  Matrix weights, dweights, dscores, dq, dk, dv;
};

Result run(const Matrix& q, const Matrix& k, const Matrix& v, const Matrix& doutput,
           const AttentionOptions& options) {
  const int n_q = q.view().rows, n_k = k.view().rows, d_k = k.view().cols, d_v = v.view().cols;
  Result r{Matrix(n_q, n_k), Matrix(n_q, n_k), Matrix(n_q, n_k),
           Matrix(n_q, d_k), Matrix(n_k, d_k), Matrix(n_k, d_v)};
  Matrix output(n_q, d_v);
  Scratch forward(attention_scratch_size(n_q, n_k, d_k, d_v));
  attention_forward(q, k, v, options, r.weights, r.weights, output, forward);
  Scratch backward(attention_backward_scratch_size(n_q, n_k, d_k, d_v));
  attention_backward(q, k, v, r.weights, doutput, options, r.dweights, r.dscores, r.dq, r.dk, r.dv, backward);
  return r;
}

bool all_zero(MatrixView<const float> x) {
  for (int i = 0; i < x.rows; ++i) {
    for (int j = 0; j < x.cols; ++j) {
      if (x(i, j) != 0) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("attention backward: the double gradients, against central differences") {
  Pcg32 random(1);
  const Shape s{4, 6, 3, 5};
  const Doubles q = doubles(Matrix(4, 3, random)), k = doubles(Matrix(6, 3, random)),
                v = doubles(Matrix(6, 5, random)), doutput = doubles(Matrix(4, 5, random));
  const Matrix allowed = random_mask(4, 6, random);
  for (const Visible& visible :
       {all_visible(), causally_visible(4, 6), Visible([&](int i, int j) { return allowed(i, j) == 1; })}) {
    const Twin twin{s, 0.7, 0.8, visible};
    const Twin::Gradients g = twin.backward(q, k, v, doutput);
    const auto loss = [&](const Doubles& q_, const Doubles& k_, const Doubles& v_) {
      return dot(doutput, twin.output(q_, k_, v_));
    };
    CHECK(relative(g.dq, central_differences(q, [&](const Doubles& x) { return loss(x, k, v); })) < 1e-6);
    CHECK(relative(g.dk, central_differences(k, [&](const Doubles& x) { return loss(q, x, v); })) < 1e-6);
    CHECK(relative(g.dv, central_differences(v, [&](const Doubles& x) { return loss(q, k, x); })) < 1e-6);
  }
}

TEST_CASE("attention backward: every head size, length and mask, against double") {
  Pcg32 random(2);
  for (const auto& length : lengths) {
    const int n_q = length[0], n_k = length[1];
    for (const int d : head_sizes) {
      const int d_v = d % 5 == 2 ? d + 3 : d;
      const Matrix q(n_q, d, random), k(n_k, d, random), v(n_k, d_v, random), doutput(n_q, d_v, random);
      const Matrix allowed = random_mask(n_q, n_k, random);
      const Visible visible[] = {all_visible(), causally_visible(n_q, n_k),
                                 [&](int i, int j) { return allowed(i, j) == 1; }};
      for (const Mask mask : masks) {
        const float scale = 1 / std::sqrt(static_cast<float>(d));
        const Result r = run(q, k, v, doutput, {scale, 0.9f, mask, allowed});
        const Twin twin{{n_q, n_k, d, d_v},
                        static_cast<double>(scale),
                        static_cast<double>(0.9f),
                        visible[static_cast<int>(mask)]};
        const Twin::Gradients g = twin.backward(doubles(q), doubles(k), doubles(v), doubles(doutput));
        CAPTURE(n_q);
        CAPTURE(n_k);
        CAPTURE(d);
        CAPTURE(static_cast<int>(mask));
        CHECK(relative(r.dweights, g.dweights) < 1e-5);
        CHECK(relative(r.dv, g.dv) < 1e-5);
        const double bound = n_k == 1 ? 1e-3 : 1e-5;  // of one key all cancels
        CHECK(relative(r.dscores, g.dscores) < bound);
        CHECK(relative(r.dq, g.dq) < bound);
        CHECK(relative(r.dk, g.dk) < bound);
        for (const Matrix* written : {&r.dweights, &r.dscores, &r.dq, &r.dk, &r.dv}) {
          CHECK(written->padding_untouched());
        }
        for (int i = 0; i < n_q; ++i) {
          for (int j = 0; j < n_k; ++j) {
            if (visible[static_cast<int>(mask)](i, j)) continue;
            CHECK(same_bits(r.dscores(i, j), 0.0f));
            CHECK(same_bits(r.dweights(i, j), 0.0f));
          }
        }
      }
    }
  }
}

TEST_CASE("attention backward: masked keys, values and queries that see nothing add nothing, NaN or not") {
  Pcg32 random(3);
  const int n_q = 5, n_k = 7, d = 6;
  Matrix q(n_q, d, random), k(n_k, d, random), v(n_k, d, random), doutput(n_q, d, random);
  // Key 3 is hidden from all, query 2 sees nothing.
  const Matrix allowed(n_q, n_k, [](int i, int j) { return static_cast<float>(i != 2 && j != 3); });
  const AttentionOptions options{0.5f, 1, Mask::given, allowed};
  const Result clean = run(q, k, v, doutput, options);
  CHECK(all_zero(clean.dq.view().rows_from(2, 1)));
  CHECK(all_zero(clean.dk.view().rows_from(3, 1)));
  CHECK(all_zero(clean.dv.view().rows_from(3, 1)));
  CHECK_FALSE(all_zero(clean.dk.view().rows_from(2, 1)));
  for (const float poison : {nan, inf, -inf}) {
    for (int c = 0; c < d; ++c) q(2, c) = k(3, c) = v(3, c) = doutput(2, c) = poison;
    const Result poisoned = run(q, k, v, doutput, options);
    CHECK(same_bits(poisoned.dweights, clean.dweights));
    CHECK(same_bits(poisoned.dscores, clean.dscores));
    CHECK(difference(poisoned.dq, clean.dq) < 1e-6);
    CHECK(difference(poisoned.dk, clean.dk) < 1e-6);
    CHECK(difference(poisoned.dv, clean.dv) < 1e-6);
  }
}

TEST_CASE("attention backward: at temperature 0 and infinity only values have gradients") {
  Pcg32 random(4);
  const Matrix q(3, 4, random), k(5, 4, random), v(5, 2, random), doutput(3, 2, random);
  for (const float temperature : {0.0f, inf}) {
    const Result r = run(q, k, v, doutput, {1, temperature, Mask::causal});
    CHECK(all_zero(r.dscores));
    CHECK(all_zero(r.dq));
    CHECK(all_zero(r.dk));
    CHECK_FALSE(all_zero(r.dv));
  }
}

TEST_CASE("attention backward: several heads are one head on each part of the columns; dscores in place") {
  Pcg32 random(5);
  const int n_heads = 3, n_q = 4, n_k = 6, d = 5, d_v = 2;
  const Matrix q(n_q, n_heads * d, random), k(n_k, n_heads * d, random), v(n_k, n_heads * d_v, random),
      doutput(n_q, n_heads * d_v, random);
  const AttentionOptions options{0.4f, 1, Mask::causal};
  Matrix weights(n_heads * n_q, n_k), dscores(n_heads * n_q, n_k), output(n_q, n_heads * d_v);
  Matrix dq(n_q, n_heads * d), dk(n_k, n_heads * d), dv(n_k, n_heads * d_v);
  Scratch forward(attention_scratch_size(n_q, n_k, d, d_v));
  multi_head_attention_forward(q, k, v, n_heads, options, weights, weights, output, forward);
  Scratch scratch(attention_backward_scratch_size(n_q, n_k, d, d_v));
  multi_head_attention_backward(q, k, v, weights, doutput, n_heads, options, dscores, dscores, dq, dk, dv,
                                scratch);
  for (int h = 0; h < n_heads; ++h) {
    const Result head =
        run(copy_of(q.view().columns_from(h * d, d)), copy_of(k.view().columns_from(h * d, d)),
            copy_of(v.view().columns_from(h * d_v, d_v)), copy_of(doutput.view().columns_from(h * d_v, d_v)),
            options);
    CHECK(same_bits(head.dscores, dscores.view().rows_from(h * n_q, n_q)));
    CHECK(same_bits(head.dq, dq.view().columns_from(h * d, d)));
    CHECK(same_bits(head.dk, dk.view().columns_from(h * d, d)));
    CHECK(same_bits(head.dv, dv.view().columns_from(h * d_v, d_v)));
  }
}

}  // namespace attn::test
