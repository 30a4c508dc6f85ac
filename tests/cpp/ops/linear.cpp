#include "ops/linear.hpp"

#include <doctest/doctest.h>

#include "gradient.hpp"

namespace attn::test {
namespace {

// The twin: x [n, in], w [out, in], b [out].
struct Shape {
  std::size_t n, in, out;
};

Doubles twin_forward(const Shape& s, const Doubles& x, const Doubles& w, const Doubles& b) {
  Doubles y(s.n * s.out);
  for (std::size_t t = 0; t < s.n; ++t) {
    for (std::size_t o = 0; o < s.out; ++o) {
      y[t * s.out + o] = b[o];
      for (std::size_t i = 0; i < s.in; ++i) y[t * s.out + o] += x[t * s.in + i] * w[o * s.in + i];
    }
  }
  return y;
}

struct Gradients {
  Doubles dx, dw, db;
};

Gradients twin_backward(const Shape& s, const Doubles& x, const Doubles& w, const Doubles& dy) {
  Gradients g{Doubles(s.n * s.in), Doubles(s.out * s.in), Doubles(s.out)};
  for (std::size_t t = 0; t < s.n; ++t) {
    for (std::size_t o = 0; o < s.out; ++o) {
      const double dy_to = dy[t * s.out + o];
      g.db[o] += dy_to;
      for (std::size_t i = 0; i < s.in; ++i) {
        g.dx[t * s.in + i] += dy_to * w[o * s.in + i];
        g.dw[o * s.in + i] += dy_to * x[t * s.in + i];
      }
    }
  }
  return g;
}

}  // namespace

TEST_CASE("linear: the double gradient, against central differences") {
  Pcg32 random(1);
  const Shape s{3, 5, 4};
  const Doubles x = doubles(Matrix(3, 5, random)), w = doubles(Matrix(4, 5, random)),
                b = doubles(Matrix(1, 4, random)), dy = doubles(Matrix(3, 4, random));
  const Gradients g = twin_backward(s, x, w, dy);
  const auto loss = [&](const Doubles& x_, const Doubles& w_, const Doubles& b_) {
    return dot(dy, twin_forward(s, x_, w_, b_));
  };
  CHECK(relative(g.dx, central_differences(x, [&](const Doubles& at) { return loss(at, w, b); })) < 1e-6);
  CHECK(relative(g.dw, central_differences(w, [&](const Doubles& at) { return loss(x, at, b); })) < 1e-6);
  CHECK(relative(g.db, central_differences(b, [&](const Doubles& at) { return loss(x, w, at); })) < 1e-6);
}

TEST_CASE("linear: every size, against double; gradients of weights are added to") {
  Pcg32 random(2);
  for (const int n : {1, 2, 3, 5, 8, 33}) {
    for (const int in : sizes) {
      for (const int out : sizes) {
        const Shape s{static_cast<std::size_t>(n), static_cast<std::size_t>(in),
                      static_cast<std::size_t>(out)};
        const Matrix x(n, in, random), w(out, in, random), b(1, out, random), dy(n, out, random);
        Matrix y(n, out), dx(n, in), dw = zeros(out, in), db = zeros(1, out);
        Scratch scratch(linear_scratch_size(n, in, out));
        linear_forward(x, w, span_of(b), y, scratch);
        linear_backward_input(dy, w, dx, scratch);
        linear_backward_weights(x, dy, dw, span_of(db), scratch);
        const Gradients g = twin_backward(s, doubles(x), doubles(w), doubles(dy));
        CAPTURE(n);
        CAPTURE(in);
        CAPTURE(out);
        CHECK(difference(y, twin_forward(s, doubles(x), doubles(w), doubles(b))) < 1e-5);
        CHECK(relative(dx, g.dx) < 1e-5);
        CHECK(relative(dw, g.dw) < 1e-5);
        CHECK(relative(db, g.db) < 1e-5);
        for (const Matrix* written : {&y, &dx, &dw, &db}) CHECK(written->padding_untouched());

        linear_backward_weights(x, dy, dw, span_of(db), scratch);
        Doubles twice = g.db;
        for (double& d : twice) d *= 2;
        CHECK(relative(db, twice) < 1e-5);
      }
    }
  }
}

TEST_CASE("linear: without a bias") {
  Pcg32 random(3);
  const Matrix x(5, 7, random), w(6, 7, random), b = zeros(1, 6), dy(5, 6, random);
  Matrix y(5, 6), y_of_zero(5, 6), dw = zeros(6, 7);
  Scratch scratch(linear_scratch_size(5, 7, 6));
  linear_forward(x, w, {}, y, scratch);
  linear_forward(x, w, span_of(b), y_of_zero, scratch);
  CHECK(difference(y, y_of_zero) == 0);
  linear_backward_weights(x, dy, dw, {}, scratch);
  CHECK_FALSE(std::isnan(dw(5, 6)));
}

TEST_CASE("linear: sequence after sequence gives the bits of all at once, forward and backward") {
  Pcg32 random(4);
  const int n = 40, in = 13, out = 10;
  const Matrix x(n, in, random), w(out, in, random), b(1, out, random), dy(n, out, random);
  Matrix y(n, out), y_cut(n, out), dw = zeros(out, in), dw_cut = zeros(out, in), db = zeros(1, out),
                                   db_cut = zeros(1, out);
  Scratch scratch(linear_scratch_size(n, in, out));
  linear_forward(x, w, span_of(b), y, scratch);
  linear_backward_weights(x, dy, dw, span_of(db), scratch);
  for (const auto& [first, count] : {std::pair{0, 17}, {17, 1}, {18, 22}}) {
    const auto x_cut = x.view().rows_from(first, count), dy_cut = dy.view().rows_from(first, count);
    linear_forward(x_cut, w, span_of(b), y_cut.view().rows_from(first, count), scratch);
    linear_backward_weights(x_cut, dy_cut, dw_cut, span_of(db_cut), scratch);
  }
  CHECK(same_bits(y_cut, y));
  CHECK(same_bits(dw_cut, dw));
  CHECK(same_bits(db_cut, db));
}

}  // namespace attn::test
