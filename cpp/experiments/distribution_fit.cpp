#include <algorithm>
#include <limits>
#include <utility>

#include "experiments/experiment.hpp"
#include "model/data/markov.hpp"
#include "model/source.hpp"
#include "ops/elementary.hpp"

namespace attn {
namespace {

constexpr int most_samples = 100'000;

// The points of the curves: every n up to 16, then each by an eighth larger than the one before.
constexpr int next_point(int n) { return std::min(n + std::max(n / 8, 1), most_samples); }
constexpr int n_points = [] {
  int points = 1;
  for (int n = 1; n < most_samples; n = next_point(n)) ++points;
  return points;
}();

// What follows one token of a Markov source with K tokens, and how well two models know it: one fitted to
// samples by counting, and one of somebody else's. In nats; [2] is one for each model, the fitted one first.
// Inputs: context [1], a token; n_samples [1]; q [2, K], of which the second row is the other model's
// (0 at first: it thinks nothing possible).
// Outputs: the first row of q, with one half added to each count (Krichevsky & Trofimov 1981), and those
// named in the constructor. The first n samples of a seed and a context are the same whatever n_samples is.
class DistributionFit final : public Experiment {
 public:
  DistributionFit(int n_states, std::vector<double> transitions, std::uint64_t seed)
      : source_(n_states, 1, std::move(transitions)),
        seed_(seed),
        context_(add("context")),
        n_samples_(add("n_samples")),
        q_(tensors.add("q", {2, n_states})),
        p_(add("p", n_states)),                                              // the true distribution
        counts_(add("counts", n_states)),                                    // of the samples
        cross_entropy_terms_(tensors.add("cross_entropy_terms", q_.shape)),  // -p ln q
        kl_terms_(tensors.add("kl_terms", q_.shape)),                        // p ln (p / q)
        entropy_(add("entropy")),                                            // H(p)
        cross_entropy_(add("cross_entropy", 2)),                             // H(p, q)
        kl_(add("kl", 2)),                                                   // H(p, q) - H(p)
        loss_(add("loss", 2)),                     // mean of -ln q over the samples, NaN where there are none
        expected_excess_(add("expected_excess")),  // (K - 1) / 2n
        curve_n_(add("curve_n", n_points)),
        curve_cross_entropy_(add("curve_cross_entropy", n_points)),  // after n samples, NaN past the last
        curve_expected_(add("curve_expected", n_points)) {}          // H(p) + (K - 1) / 2n

  void start() override {}
  std::string run(int) override;

 private:
  Tensor& add(const char* name, int length = 1) { return tensors.add(name, {length}); }
  int n_states() const { return source_.vocab_size(); }
  float excess(int n) const { return static_cast<float>(n_states() - 1) / static_cast<float>(2 * n); }
  void draw(int context, int n_samples);
  void compare(std::span<const double> p, int model, int n);

  MarkovTask source_;
  std::uint64_t seed_;
  Tensor &context_, &n_samples_, &q_, &p_, &counts_, &cross_entropy_terms_, &kl_terms_;
  Tensor &entropy_, &cross_entropy_, &kl_, &loss_, &expected_excess_;
  Tensor &curve_n_, &curve_cross_entropy_, &curve_expected_;
};

std::string DistributionFit::run(int) {
  std::string error = check_index(context_, n_states() - 1);
  if (error.empty()) error = check_index(n_samples_, most_samples);
  if (!error.empty()) return error;
  const int context = static_cast<int>(*context_.data), n_samples = static_cast<int>(*n_samples_.data);
  const std::span<const double> p = source_.transition(context);
  double entropy = 0;
  for (std::size_t j = 0; j < p.size(); ++j) {
    p_.data[j] = static_cast<float>(p[j]);
    entropy -= p[j] * log(p[j]);
  }
  *entropy_.data = static_cast<float>(entropy);
  *expected_excess_.data = excess(n_samples);
  for (int point = 0, n = 1; point < n_points; ++point, n = next_point(n)) {
    curve_n_.data[point] = static_cast<float>(n);
    curve_expected_.data[point] = *entropy_.data + excess(n);
  }
  draw(context, n_samples);
  compare(p, 0, n_samples);
  compare(p, 1, n_samples);
  return {};
}

// Draws the samples, and on the way compares the first model at each point of the curve.
void DistributionFit::draw(int context, int n_samples) {
  Pcg32 random = example_random(seed_, static_cast<std::uint64_t>(context));
  std::ranges::fill(counts_.span(), 0.0f);
  std::ranges::fill(curve_cross_entropy_.span(), std::numeric_limits<float>::quiet_NaN());
  for (int n = 0, point = 0;; ++n) {
    if (static_cast<float>(n) == curve_n_.data[point]) {
      compare(source_.transition(context), 0, n);
      curve_cross_entropy_.data[point++] = *cross_entropy_.data;
    }
    if (n == n_samples) break;
    ++counts_.data[source_.next(context, random)];
  }
}

// How far a model is from p; the first one is fitted to n samples before.
void DistributionFit::compare(std::span<const double> p, int model, int n) {
  float* const q_row = q_.matrix().row(model);
  double cross_entropy = 0, kl = 0, loss = 0;
  for (std::size_t j = 0; j < p.size(); ++j) {
    const auto count = static_cast<double>(counts_.data[j]);
    const double q = model == 0 ? (count + 0.5) / (n + 0.5 * n_states()) : static_cast<double>(q_row[j]);
    q_row[j] = static_cast<float>(q);
    // Infinite for what the model thinks impossible.
    const double surprise = q > 0 ? -log(q) : std::numeric_limits<double>::infinity();
    const double term = p[j] * surprise, kl_term = p[j] * (log(p[j]) + surprise);
    cross_entropy_terms_.matrix().row(model)[j] = static_cast<float>(term);
    kl_terms_.matrix().row(model)[j] = static_cast<float>(kl_term);
    cross_entropy += term;
    kl += kl_term;
    if (count > 0) loss += count * surprise;
  }
  cross_entropy_.data[model] = static_cast<float>(cross_entropy);
  kl_.data[model] = static_cast<float>(kl);
  loss_.data[model] = static_cast<float>(loss / n);
}

}  // namespace

std::unique_ptr<Experiment> make_distribution_fit(Config& config) {
  int n_states = 0;
  std::vector<double> transitions = read_transitions(config, n_states);
  const auto seed = static_cast<std::uint64_t>(config.integer("seed", 0, 1 << 30, 0));
  if (!config.finish()) return nullptr;
  return std::make_unique<DistributionFit>(n_states, std::move(transitions), seed);
}

}  // namespace attn
