// What the text says of residual connections, section 2.2. Left out under sanitizers, for its time.
#include <doctest/doctest.h>

#include <cmath>

#include "markov_model.hpp"
#include "sanitized.hpp"
#include "without_residual.hpp"

#ifndef ATTN_SANITIZED

namespace attn::test {
namespace {

constexpr std::size_t depth = 12;
using Layers = std::vector<Doubles>;

// Every layer's whole gradient as it stands.
Layers by_layer(const Built& built) {
  Layers layers(depth);
  for (const Parameter& p : built->tensors().parameters()) {
    if (!p.value->name.starts_with("layers.")) continue;
    const auto layer = static_cast<std::size_t>(std::stoi(p.value->name.substr(7)));
    for (const float x : p.gradient->span()) layers[layer].push_back(static_cast<double>(x));
  }
  return layers;
}

// Before training, of one batch: the gradient, and its part that depends on context, which is what remains
// when that of the same targets in shuffled order is taken away.
struct Gradients {
  Layers whole, context;
};

Gradients gradients(const Built& built, std::uint64_t seed, std::uint64_t batch) {
  constexpr std::uint64_t batch_size = 64;
  for (const Parameter& p : built->tensors().parameters()) std::ranges::fill(p.gradient->span(), 0.0f);
  std::vector<Example> examples(batch_size);
  std::vector<int> targets;
  for (std::uint64_t i = 0; i < batch_size; ++i) {
    fill(seed, batch * batch_size + i, examples[i]);
    targets.insert(targets.end(), examples[i].targets.begin(), examples[i].targets.end());
  }
  const auto add = [&](float sign) {
    for (const Example& example : examples) {
      built->forward(example, 0);
      built->loss(example);
      built->backward(example, sign / (16 * batch_size));
    }
  };
  Gradients result;
  add(1);
  result.whole = by_layer(built);
  Pcg32 random(seed, batch);
  for (std::uint32_t i = 16 * batch_size; i > 1; --i) std::swap(targets[i - 1], targets[random.below(i)]);
  for (std::size_t i = 0; i < targets.size(); ++i) examples[i / 16].targets[i % 16] = targets[i];
  add(-1);
  result.context = by_layer(built);
  return result;
}

double product(const Doubles& a, const Doubles& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double cosine(const Doubles& a, const Doubles& b) {
  return product(a, b) / std::sqrt(product(a, a) * product(b, b));
}

// Cosines between the gradients of two batches, first and last layer; their contexts' mean over all layers;
// and the first layer's norm over the last's. Means over 3 models.
struct Agreement {
  double first = 0, last = 0, context = 0, norms = 0;
};

Agreement agreement(MakeModel make) {
  constexpr int n_seeds = 3;
  Agreement mean;
  for (int seed = 0; seed < n_seeds; ++seed) {
    const Built built = build(make, json(depth, 16, R"("keep": false, "seed": )" + std::to_string(seed)));
    const auto of = 100 + static_cast<std::uint64_t>(seed);
    const Gradients a = gradients(built, of, 0), b = gradients(built, of, 1);
    mean.first += cosine(a.whole.front(), b.whole.front()) / n_seeds;
    mean.last += cosine(a.whole.back(), b.whole.back()) / n_seeds;
    for (std::size_t layer = 0; layer < depth; ++layer)
      mean.context += cosine(a.context[layer], b.context[layer]) / depth / n_seeds;
    mean.norms +=
        std::sqrt(product(a.whole.front(), a.whole.front()) / product(a.whole.back(), a.whole.back())) /
        n_seeds;
  }
  return mean;
}

// The mean cosine of the vectors of two tokens.
double likeness(MatrixView<float> x) {
  double sum = 0;
  int n_pairs = 0;
  for (int i = 0; i < x.rows; ++i) {
    for (int j = 0; j < i; ++j, ++n_pairs) {
      const Doubles a(x.row(i), x.row(i) + x.cols), b(x.row(j), x.row(j) + x.cols);
      sum += cosine(a, b);
    }
  }
  return sum / n_pairs;
}

}  // namespace

TEST_CASE("text 2.2: the gradient without residual connections, against steps along it to both sides") {
  const Built built = build_noisy(make_without_residual, json(2, 8, R"("keep": true)"));
  Example example;
  fill(1, 0, example);
  learn(built, example);
  double squares = 0;
  const auto shifted = [&](float step) {
    for (const Parameter& p : built->tensors().parameters()) {
      for (std::size_t i = 0; i < p.value->size(); ++i) p.value->data[i] += step * p.gradient->data[i];
    }
    built->forward(example, 0);
    return built->loss(example) / 16;
  };
  for (const Parameter& p : built->tensors().parameters()) {
    for (const float x : p.gradient->span()) squares += static_cast<double>(x * x);
  }
  const double above = shifted(1e-3f), below = shifted(-2e-3f);
  CHECK((above - below) / 2e-3 == doctest::Approx(squares).epsilon(2e-3));
}

// By hand, over 64 models, with their deviation: 0.84 (0.11), 0.93 (0.04), 0.44 (0.14) with residual
// connections and 0.63 (0.31), 0.97 (0.03), -0.04 (0.36) without. The bands are three deviations of a mean of
// three, where that says anything. In single layers the context's mean was 0.39 to 0.45, and -0.10 to 0.03.
TEST_CASE("text 2.2: how far the gradients of two batches agree") {
  const Agreement with = agreement(make_decoder), without = agreement(make_without_residual);
  CHECK(std::abs(with.first - 0.84) < 0.19);
  CHECK(std::abs(with.last - 0.93) < 0.07);
  CHECK(std::abs(with.context - 0.44) < 0.24);
  CHECK(std::abs(without.first - 0.63) < 0.54);
  CHECK(std::abs(without.last - 0.97) < 0.05);
  CHECK(without.context < 0.2);
  CHECK(without.first < with.first);
  CHECK(without.last > with.last);
  CHECK(without.norms > 0.5);
  CHECK(without.norms < 3);
}

// After the sixth of twelve layers: the mean over pairs of tokens of one sequence, and over 16 models.
TEST_CASE("text 2.2: without residual connections all tokens become one") {
  double with = 0, without = 0;
  Example example;
  fill(1, 0, example);
  for (int seed = 0; seed < 16; ++seed) {
    const std::string config = json(depth, 16, R"("seed": )" + std::to_string(seed));
    const Built a = build(make_decoder, config), b = build(make_without_residual, config);
    a->forward(example, 0);
    b->forward(example, 0);
    with += likeness(a["layers.5.residual_2"]) / 16;
    without += likeness(b["layers.5.feed_forward.output"]) / 16;
  }
  CHECK(std::abs(with - 0.57) < 0.005);
  CHECK(std::abs(without - 0.99) < 0.005);
}

// Of 6 seeds by hand: 1.98 to 2.04, 2.70 and 2.70. At rates of 0.001 and 0.003 it was still 2.70 after 4,000
// steps without residual connections; with post-norm 3 runs of 4 had left it by step 800.
TEST_CASE("text 2.2: in 150 steps pre-norm learns the pairs, and no residual and post-norm the frequencies") {
  double frequencies = 0;
  for (const double p : source().stationary()) frequencies -= p * std::log(p);
  CHECK(std::abs(frequencies - 2.69) < 0.005);
  CHECK(std::abs(source().entropy_rate() - 1.89) < 0.005);
  const std::string pre = json(depth, 16, R"("keep": false)");
  const std::string post = json(depth, 16, R"("keep": false, "norm": "post")");
  const std::string settings = R"({"learning_rate": 0.01, "warmup_steps": 20, "batch_size": 4})";
  CHECK(std::abs(trained(build(make_decoder, pre), 150, settings) - 2.01) < 0.05);
  CHECK(std::abs(trained(build(make_without_residual, pre), 150, settings) - 2.70) < 0.01);
  CHECK(std::abs(trained(build(make_decoder, post), 150, settings) - 2.70) < 0.01);
}

}  // namespace attn::test

#endif
